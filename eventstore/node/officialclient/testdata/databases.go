// This file takes the place of the one in the official client's test suite that
// starts databases in containers. It provides the same names and connects to
// nodes that are already running.
package esdb_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/goombaio/namegenerator"
)

// NAME_GENERATOR is seeded by time, since several processes share a database's
// lifetime only within one run.
var NAME_GENERATOR = namegenerator.NewNameGenerator(time.Now().UnixNano())

// Container is a database that the suite believes it has started.
type Container struct{ Endpoint string }

// Close does nothing: the harness stops its nodes.
func (*Container) Close() {}

func GetEnvOrDefault(key, fallback string) string {
	if value, ok := os.LookupEnv(key); ok {
		return value
	}
	return fallback
}

func IsESDBVersion20() bool { return false }

func CreateEmptyDatabase(t *testing.T) (*Container, *esdb.Client) {
	return connect(t, "TALLYSTICK_EMPTY")
}

func CreatePopulatedDatabase(t *testing.T) (*Container, *esdb.Client) {
	return connect(t, "TALLYSTICK_POPULATED")
}

// The nodes are up, have one leader and know no users.
func WaitForAdminToBeAvailable(*testing.T, *esdb.Client) {}
func WaitForLeaderToBeElected(*testing.T, *esdb.Client)  {}

func connect(t *testing.T, variable string) (*Container, *esdb.Client) {
	endpoint, ok := os.LookupEnv(variable)
	if !ok {
		t.Fatalf("%s is not set", variable)
	}
	container := &Container{Endpoint: endpoint}
	client := GetClient(t, container)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	all, err := client.ReadAll(ctx, esdb.ReadAllOptions{}, 1)
	if err != nil {
		t.Fatalf("%s: %v", endpoint, err)
	}
	all.Close()
	return container, client
}

func GetClient(t *testing.T, container *Container) *esdb.Client {
	return CreateClient("esdb://"+container.Endpoint+"?tls=false", t)
}

func CreateClient(connection string, t *testing.T) *esdb.Client {
	config, err := esdb.ParseConnectionString(connection)
	if err != nil {
		t.Fatal(err)
	}
	client, err := esdb.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

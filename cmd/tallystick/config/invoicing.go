package config

import "github.com/tallystick/tallystick/reactors/feeds/connect"

// Invoicing are the settings of invoices, credit notes, feeds and exports.
type Invoicing struct {
	ConnectorSecrets string `env:"TALLYSTICK_CONNECTOR_SECRETS" secret:"value" doc:"secrets of the places that tenants' connectors send exports to, as JSON: [{tenant, name, host, user, secret}]; each serves that tenant and host alone; unset: none"`
}

// faults are the settings that do not go together.
func (c Invoicing) faults() []string {
	if _, err := connect.ParseSecrets(c.ConnectorSecrets); err != nil {
		return []string{"TALLYSTICK_CONNECTOR_SECRETS: " + err.Error()}
	}
	return nil
}

package service

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/commands/fetchguard"
	"github.com/tallystick/tallystick/domain/link"
	api "github.com/tallystick/tallystick/http"
)

// correspondence is what leaves the service: signed links, fetches for tenants.
type correspondence struct {
	links *commands.Links
	guard *fetchguard.Guard
}

func (s *Service) openCorrespondence(c config.Config) error {
	key, err := derivedKey(c, "signed download links")
	if err != nil {
		return err
	}
	s.links = &commands.Links{Executor: s.Executor, Signer: link.NewSigner(key)}
	s.guard = c.Guard()
	return nil
}

// derivedKey is a key of its own for one purpose, from the master key.
func derivedKey(c config.Config, purpose string) ([]byte, error) {
	master, err := hex.DecodeString(c.MasterKey)
	if err != nil {
		return nil, fmt.Errorf("TALLYSTICK_MASTER_KEY: %w", err)
	}
	const keyBytes = 32
	return hkdf.Key(sha256.New, master, nil, "tallystick: "+purpose, keyBytes)
}

func (s *Service) linkDeps() api.LinkDeps {
	return api.LinkDeps{Links: s.links, PublicURL: strings.TrimSuffix(s.Config.PublicURL, "/")}
}

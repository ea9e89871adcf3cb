package config

import "github.com/tallystick/tallystick/reactors/ledger/shops"

// Books are the settings of the ledger, journals, periods, orders and anomalies.
type Books struct {
	Shops string `env:"TALLYSTICK_SHOPS" secret:"value" doc:"shops whose orders can be read, as JSON: [{tenant, source, kind: woocommerce or shopify, url, user, secret}]; unset: none"`
}

// faults are the settings that do not go together.
func (c Books) faults() []string {
	if _, err := shops.Parse(c.Shops); err != nil {
		return []string{"TALLYSTICK_SHOPS: " + err.Error()}
	}
	return nil
}

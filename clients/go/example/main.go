// Command example asks a Tallystick service for a figure, opens a case and finds
// it in the list: example <base URL> <key of a preparer> <idempotency key>.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"

	tallystick "github.com/tallystick/tallystick/clients/go"
)

func main() {
	if err := run(context.Background(), os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, baseURL, key string) error {
	api, err := tallystick.New(baseURL, key)
	if err != nil {
		return err
	}
	figure, err := api.CalculateIncomeWithResponse(ctx, nil, tallystick.IncomeBody{
		Jurisdiction: "GB", SubRegion: new("england"), TaxYear: "2025-26", Income: new("60000.00"),
	})
	if err != nil {
		return err
	}
	if figure.JSON200 == nil {
		return fmt.Errorf("no figure: %s", figure.Body)
	}
	fmt.Println("tax", figure.JSON200.TotalTax, figure.JSON200.Currency)

	opened, err := api.CasesOpenWithResponse(ctx, &tallystick.CasesOpenParams{IdempotencyKey: new(os.Args[3])},
		tallystick.Open{Title: "Return of 2025-26"})
	if err != nil {
		return err
	}
	if opened.JSON201 == nil {
		return fmt.Errorf("no case: %s", opened.Body)
	}
	position := opened.HTTPResponse.Header.Get("X-Log-Position")
	listed, err := api.CasesListWithResponse(ctx, &tallystick.CasesListParams{XMinLogPosition: &position})
	if err != nil {
		return err
	}
	if listed.JSON200 == nil || !slices.ContainsFunc(listed.JSON200.Cases,
		func(c tallystick.CaseListItem) bool { return c.Id == opened.JSON201.Id }) {
		return fmt.Errorf("the case is not listed: %s", listed.Body)
	}
	fmt.Println("case listed")

	refused, err := api.CasesOpenWithResponse(ctx, nil, tallystick.Open{Title: ""})
	if err != nil {
		return err
	}
	if problem := refused.ApplicationproblemJSONDefault; problem != nil {
		fmt.Println("problem", problem.Code)
	}
	return nil
}

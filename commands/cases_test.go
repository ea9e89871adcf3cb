package commands_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/fault"
)

// The verb itself permits each part of a case to those who may change it, whoever called
// it and whatever a gate before it said.
func TestPartsOfACaseArePermittedByTheVerb(t *testing.T) {
	permits := (&commands.Cases{}).UpdateCase().Permits
	for _, field := range reflect.VisibleFields(reflect.TypeFor[cases.Update]()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		var cmd cases.Update
		sent := reflect.New(field.Type).Elem()
		switch field.Type.Kind() {
		case reflect.Pointer:
			sent.Set(reflect.New(field.Type.Elem()))
		case reflect.Slice:
			sent.Set(reflect.MakeSlice(field.Type, 1, 1))
		default:
			sent.SetString("x")
		}
		reflect.ValueOf(&cmd).Elem().FieldByIndex(field.Index).Set(sent)
		if !slices.Equal(cmd.Parts(), []string{name}) {
			t.Fatalf("%s sent alone is the parts %q", field.Name, cmd.Parts())
		}
		review := slices.Contains([]string{"sign_offs", "stage", "reason"}, name)
		for role, may := range map[access.Role]bool{"reviewer": review, "preparer": name != "sign_offs", "owner": true, "viewer": false,
			"auditor": false, "bookkeeper": false} {
			err := permits(commands.Caller{Role: role}, cmd)
			var f *fault.Error
			if may != (err == nil) || err != nil && (!errors.As(err, &f) || f.Code != fault.RoleForbidden) {
				t.Errorf("%s, as %s: %v", name, role, err)
			}
		}
	}
}

package category

import (
	"regexp"
	"testing"
)

func TestCatalogueIsSound(t *testing.T) {
	form := regexp.MustCompile(`^[a-z][a-z0-9_]{2,39}$`)
	standard := map[Nature]bool{}
	for _, c := range All() {
		if !form.MatchString(c.Code) || c.Name == "" || c.Group == "" || (c.Nature != Goods && c.Nature != Services) {
			t.Errorf("malformed entry %+v", c)
		}
		if c.Standard {
			standard[c.Nature] = true
		}
		if got, ok := Get(c.Code); !ok || got != c {
			t.Errorf("Get(%q) = %+v, %v", c.Code, got, ok)
		}
	}
	if len(All()) < 45 || !standard[Goods] || !standard[Services] {
		t.Errorf("%d categories, standard ones %v", len(All()), standard)
	}
	if _, ok := Get("goods_standrad"); ok {
		t.Error("an unknown code was found")
	}
}

func TestAllIsACopyInOrder(t *testing.T) {
	a := All()
	a[0].Code = "changed"
	if b := All(); b[0].Code == "changed" {
		t.Error("All shares the catalogue's memory")
	}
	for i := 1; i < len(a); i++ {
		if b := All(); b[i-1].Group > b[i].Group {
			t.Errorf("groups out of order at %d", i)
		}
	}
}

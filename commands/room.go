package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/readmodels"
)

// Room is what a tenant's files may hold together: what was uploaded, what was read
// from it, exports and messages.
type Room struct {
	DB       *readmodels.DB
	BytesMax int64 // 0 = no limit
}

// For lists storage_full where so many bytes more have no room.
func (r Room) For(ctx context.Context, tenant string, bytes int64) (b fault.Blockers, err error) {
	if r.BytesMax == 0 {
		return nil, nil
	}
	held, err := r.DB.BlobBytes(ctx, tenant)
	if err == nil && held+bytes > r.BytesMax {
		b.Add("storage_full", "the tenant's files hold %d of %d bytes", held, r.BytesMax)
	}
	return b, err
}

// Admit refuses so many bytes more for which there is no room.
func (r Room) Admit(ctx context.Context, tenant string, bytes int64) error {
	full, err := r.For(ctx, tenant, bytes)
	if err != nil {
		return err
	}
	return full.Err()
}

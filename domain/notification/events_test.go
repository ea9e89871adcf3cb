package notification_test

import (
	"flag"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/notification"
	"github.com/tallystick/tallystick/domain/sealed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const about = "party-0192aa00000000000000000000000001"

func TestEvents(t *testing.T) {
	text := sealed.Text{Subject: about, Cipher: []byte("ciphertext")}
	hash := "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
	eventtest.Golden(t, *update, []event.Payload{
		notification.Queued{
			Kind: "invoices.resend", Source: "invoice-0192aa00000000000000000000000009-0192aa00000000000000000000000002", About: about,
			AddressID: "33e189bc8f0158f89cd935a257587ba4", To: text, Name: text, Subject: text,
			MessageID: "<0192aa00000000000000000000000003@example.com>", Message: blob.Ref{Subject: about, SHA256: hash, Bytes: 4},
			Attachments: []notification.Attachment{{Filename: text, Media: "application/pdf", SHA256: hash, Bytes: 4}},
		},
		notification.Attempted{Number: 2, Repeated: true},
		notification.Deferred{Code: "recipient_refused", Reply: text, Until: time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)},
		notification.Sent{Channel: "smtp", Number: 2},
		notification.Failed{Code: "recipient_refused", Reply: text},
		notification.Suppressed{SuppressionID: "33e189bc8f0158f89cd935a257587ba4"},
		notification.Cancelled{JobID: "0192aa00000000000000000000000004"},
	}, notification.Category)
	eventtest.Golden(t, *update, []event.Payload{
		notification.AddressSuppressed{About: about, Address: text, Code: "recipient_refused",
			NotificationID: "0192aa00000000000000000000000003"},
		notification.SuppressionLifted{Code: "recipient_refused"},
	}, notification.Suppressions)
}

package service

import (
	"path/filepath"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/notification"
	"github.com/tallystick/tallystick/reactors/mail"
)

// mailParts is what notifications run on.
type mailParts struct {
	Notifications *commands.Notifications // groups queue by it
	sender        *mail.Sender
	spool         mail.Spool
}

// localSender stands where nobody has said whom mail comes from: then it goes no
// further than the spool (RFC 2606).
const localSender = "notifications@tallystick.invalid"

func (s *Service) openMail(c config.Config) error {
	key, err := derivedKey(c, "addresses of recipients")
	if err != nil {
		return err
	}
	from := c.MailFrom
	if from == "" {
		from = localSender
	}
	s.spool = mail.Spool{Dir: filepath.Join(c.DataDir, "spool")}
	s.Notifications = &commands.Notifications{
		Executor: s.Executor, Files: s.Blobs, Settings: &commands.Settings{Executor: s.Executor}, Key: key, From: from,
	}
	s.sender = &mail.Sender{Notifications: s.Notifications, Files: s.Blobs, Channel: s.spool, Told: map[notification.Kind]mail.Told{}}
	if c.SMTPURL != "" {
		if s.sender.Channel, err = mail.NewSMTP(c.SMTPURL, c.SMTPRoots); err != nil {
			return err
		}
	}
	s.Works(notification.SendJob, s.sender.Handler())
	return nil
}

// Notified has told called once a notification of a kind has ended, by whichever
// node sent it; again after a crash, with the same command id. Groups say so when
// they open.
func (s *Service) Notified(kind notification.Kind, told mail.Told) { s.sender.Told[kind] = told }

func (s *Service) countMail() {
	attempts := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "tallystick_mail_attempts_total", Help: "Attempts to hand a message over, by how they ended.",
	}, []string{"kind", "outcome"})
	s.Metrics.Registry.MustRegister(attempts)
	s.sender.Counted = func(kind, outcome string) { attempts.WithLabelValues(kind, outcome).Inc() }
}

package connect

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"time"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"

	"github.com/tallystick/tallystick/commands/fetchguard"
	"github.com/tallystick/tallystick/domain/feeds"
)

// errHostKey reports a server whose key is not the pinned one.
var errHostKey = errors.New("connect: the server's key is not the pinned one")

// sftp puts the file into a folder of the server: under a name of its own first, which
// then becomes the file's, so that nobody reads half of it.
func (x *Sender) sftp(ctx context.Context, p feeds.ConnectorPlan, s Secret, what parcel) error {
	u, err := x.Guard.Check(p.URL, fetchguard.SFTP)
	if err != nil {
		return err
	}
	conn, err := x.Guard.Dial(ctx, u)
	if err != nil {
		return err
	}
	defer conn.Close()
	// The protocol's client knows no context: its connection ends with it.
	stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	client, err := shake(conn, u.Host, p.Settings.HostKey, s)
	if err != nil {
		return err
	}
	defer client.Close()
	files, err := sftp.NewClient(client)
	if err != nil {
		return err
	}
	defer files.Close()
	if err := x.place(files, p, what); err != nil {
		if errors.Is(err, os.ErrPermission) || errors.Is(err, os.ErrNotExist) {
			return refuse("folder_refused", true)
		}
		return err
	}
	return nil
}

func shake(conn net.Conn, host, pinned string, s Secret) (*ssh.Client, error) {
	auth := ssh.Password(s.Secret)
	if strings.Contains(s.Secret, "PRIVATE KEY") {
		key, err := ssh.ParsePrivateKey([]byte(s.Secret))
		if err != nil {
			return nil, refuse("secret_unreadable", true)
		}
		auth = ssh.PublicKeys(key)
	}
	c, channels, requests, err := ssh.NewClientConn(conn, host, &ssh.ClientConfig{User: s.User, Auth: []ssh.AuthMethod{auth},
		HostKeyCallback: func(_ string, _ net.Addr, key ssh.PublicKey) error {
			if ssh.FingerprintSHA256(key) != pinned {
				return errHostKey
			}
			return nil
		}})
	var keys *ssh.AlgorithmNegotiationError
	switch {
	case err == nil:
		return ssh.NewClient(c, channels, requests), nil
	case errors.Is(err, errHostKey):
		return nil, refuse("host_key_differs", true)
	case errors.As(err, &keys):
		return nil, refuse("algorithms_differ", true)
	case strings.Contains(err.Error(), "unable to authenticate"):
		return nil, refuse("login_refused", true)
	}
	return nil, err
}

func (x *Sender) place(files *sftp.Client, p feeds.ConnectorPlan, what parcel) error {
	name := under(p.Settings.Folder, what.name)
	if info, err := files.Stat(name); err == nil && info.Size() == what.bytes && what.again {
		return nil // it has arrived before: the name is of this export alone
	}
	if p.Settings.Folder != "" {
		if err := files.MkdirAll(p.Settings.Folder); err != nil {
			return err
		}
	}
	part := under(p.Settings.Folder, "."+what.key+".part")
	file, err := what.open()
	if err != nil {
		return err
	}
	defer file.Close()
	out, err := files.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, file); err != nil {
		out.Close()
		return err
	}
	if err := out.Close(); err != nil {
		return err
	}
	if _, ok := files.HasExtension("posix-rename@openssh.com"); ok {
		return files.PosixRename(part, name)
	}
	if err := files.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return files.Rename(part, name)
}

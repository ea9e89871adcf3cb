package blobs

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/tallystick/tallystick/domain/fault"
)

// bucket keeps blobs in a bucket of an S3 service, which exists already. Nodes
// that share the log share it too.
type bucket struct {
	client *minio.Client
	name   string
	prefix string // "" or "folder/"
}

// newBucket reads s3://key:secret@host[:port]/bucket[/folder], with ?region=
// and, for a certificate of one's own authority, ?ca=file.pem. It is always TLS.
func newBucket(address string) (*bucket, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User == nil {
		return nil, errors.New("BLOB_URL: s3://key:secret@host/bucket")
	}
	secret, _ := u.User.Password()
	name, folder, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	if name == "" {
		return nil, errors.New("BLOB_URL: names no bucket")
	}
	for option := range u.Query() {
		if option != "region" && option != "ca" {
			return nil, fmt.Errorf("BLOB_URL: no option %q", option)
		}
	}
	o := &minio.Options{Creds: credentials.NewStaticV4(u.User.Username(), secret, ""), Secure: true, Region: u.Query().Get("region")}
	if file := u.Query().Get("ca"); file != "" {
		if o.Transport, err = trusting(file); err != nil {
			return nil, fmt.Errorf("BLOB_URL: %w", err)
		}
	}
	client, err := minio.New(u.Host, o)
	if err != nil {
		return nil, fmt.Errorf("BLOB_URL: %w", err)
	}
	if folder != "" {
		folder += "/"
	}
	return &bucket{client, name, folder}, nil
}

func trusting(file string) (http.RoundTripper, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s holds no certificate", file)
	}
	transport, err := minio.DefaultTransport(true)
	if err != nil {
		return nil, err
	}
	transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	return transport, nil
}

func (b *bucket) put(ctx context.Context, name, path string) error {
	_, err := b.client.FPutObject(ctx, b.name, b.prefix+name, path, minio.PutObjectOptions{ContentType: "application/octet-stream"})
	if err != nil {
		return outOfReach(err)
	}
	return os.Remove(path)
}

func (b *bucket) get(ctx context.Context, name string) (io.ReadCloser, error) {
	object, err := b.client.GetObject(ctx, b.name, b.prefix+name, minio.GetObjectOptions{})
	if err == nil {
		_, err = object.Stat() // GetObject asks nothing yet
	}
	if err == nil {
		return object, nil
	}
	if minio.ToErrorResponse(err).StatusCode == http.StatusNotFound {
		return nil, ErrMissing
	}
	return nil, outOfReach(err)
}

func (b *bucket) remove(ctx context.Context, name string) error {
	return outOfReach(b.client.RemoveObject(ctx, b.name, b.prefix+name, minio.RemoveObjectOptions{}))
}

func (b *bucket) list(ctx context.Context, prefix string, each func(Stored) error) error {
	ctx, cancel := context.WithCancel(ctx) // ends the listing where each does
	defer cancel()
	for o := range b.client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix + prefix, Recursive: true}) {
		if o.Err != nil {
			return outOfReach(o.Err)
		}
		stored, ok := parse(strings.TrimPrefix(o.Key, b.prefix))
		if !ok {
			continue
		}
		stored.Ref.Bytes, stored.Modified = o.Size, o.LastModified
		if err := each(stored); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (b *bucket) probe(ctx context.Context) error {
	there, err := b.client.BucketExists(ctx, b.name)
	if err == nil && !there {
		err = fmt.Errorf("there is no bucket %s", b.name)
	}
	return err
}

func outOfReach(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	e := fault.Wrap(err, fault.StoreUnavailable, "the store of files is out of reach")
	e.Retry = 5 * time.Second
	return e
}

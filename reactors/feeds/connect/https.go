package connect

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/tallystick/tallystick/commands/fetchguard"
	"github.com/tallystick/tallystick/domain/feeds"
)

// client is an HTTP client for one sending: no redirect takes the secret elsewhere.
func (x *Sender) client() *http.Client {
	c := x.Guard.Client(fetchguard.Endpoint)
	c.Timeout = 0 // the context's deadline grows with the file
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return c
}

// request sends a request whose address has been checked. What is answered beyond the
// status is read only as far as keep wants it.
func (x *Sender) request(req *http.Request, keep int64) (status int, body []byte, err error) {
	if _, err := x.Guard.Check(req.URL.String(), fetchguard.Endpoint); err != nil {
		return 0, nil, err
	}
	resp, err := x.client().Do(req)
	if err != nil {
		return 0, nil, fetchguard.Explain(req.URL.Redacted(), err)
	}
	defer resp.Body.Close()
	if body, err = io.ReadAll(io.LimitReader(resp.Body, keep)); err != nil {
		return resp.StatusCode, nil, err
	}
	return resp.StatusCode, body, answered(resp.StatusCode)
}

// answered is what a status says of a file. What would be answered alike is final.
func answered(status int) error {
	if status >= 200 && status < 300 {
		return nil
	}
	passes := status >= 500 || status == http.StatusRequestTimeout || status == http.StatusTooEarly || status == http.StatusTooManyRequests
	return &RefusedError{feeds.Refusal{Code: "answer_refused", Answer: status, Final: !passes}}
}

// webhook posts the file.
func (x *Sender) webhook(ctx context.Context, p feeds.ConnectorPlan, s Secret, what parcel) (int, error) {
	file, err := what.open()
	if err != nil {
		return 0, err
	}
	defer file.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL, file)
	if err != nil {
		return 0, refuse("address_not_allowed", true)
	}
	sum, err := hex.DecodeString(what.sha256)
	if err != nil {
		return 0, err
	}
	req.ContentLength = what.bytes
	req.Header.Set("Content-Type", what.media)
	req.Header.Set("Content-Disposition", `attachment; filename="`+what.name+`"`)
	req.Header.Set("Content-Digest", "sha-256=:"+base64.StdEncoding.EncodeToString(sum)+":")
	req.Header.Set("Idempotency-Key", `"`+what.key+`"`)
	req.Header.Set("User-Agent", "Tallystick")
	sign(req, s, time.Now().UTC())
	status, _, err := x.request(req, 1<<10)
	return status, err
}

// sign signs a request by RFC 9421: method, address, type, digest and key.
func sign(req *http.Request, s Secret, now time.Time) {
	const covered = `("@method" "@target-uri" "content-type" "content-digest" "idempotency-key")`
	params := fmt.Sprintf(`%s;created=%d;keyid="%s";alg="hmac-sha256"`, covered, now.Unix(), s.Name)
	h := req.Header
	base := fmt.Sprintf("\"@method\": %s\n\"@target-uri\": %s\n\"content-type\": %s\n\"content-digest\": %s\n\"idempotency-key\": %s\n\"@signature-params\": %s",
		req.Method, req.URL.String(), h.Get("Content-Type"), h.Get("Content-Digest"), h.Get("Idempotency-Key"), params)
	mac := hmac.New(sha256.New, []byte(s.Secret))
	mac.Write([]byte(base))
	h.Set("Signature-Input", "tallystick="+params)
	h.Set("Signature", "tallystick=:"+base64.StdEncoding.EncodeToString(mac.Sum(nil))+":")
}

// bucket puts the file into a bucket, which shows it whole or not at all.
func (x *Sender) bucket(ctx context.Context, p feeds.ConnectorPlan, s Secret, what parcel) (int, error) {
	client, err := minio.New(p.Host(), &minio.Options{Creds: credentials.NewStaticV4(s.User, s.Secret, ""), Secure: true,
		Region:    p.Settings.Region,
		Transport: stayHere{x.client().Transport, p.Host(), p.Settings.Bucket}, MaxRetries: 1})
	if err != nil {
		return 0, refuse("address_not_allowed", true)
	}
	if _, err := x.Guard.Check(p.URL, fetchguard.Endpoint); err != nil {
		return 0, err
	}
	file, err := what.open()
	if err != nil {
		return 0, err
	}
	defer file.Close()
	_, err = client.PutObject(ctx, p.Settings.Bucket, under(p.Settings.Folder, what.name), file, what.bytes,
		minio.PutObjectOptions{ContentType: what.media,
			UserMetadata: map[string]string{"idempotency-key": what.key, "content-sha256": what.sha256}})
	if err == nil {
		return http.StatusOK, nil
	}
	if e := minio.ToErrorResponse(err); e.StatusCode != 0 {
		return e.StatusCode, answered(e.StatusCode)
	}
	return 0, fetchguard.Explain(p.URL, err)
}

// stayHere lets nothing leave for another host than the secret's: the bucket as a
// name below it is the only other that S3 knows.
type stayHere struct {
	http.RoundTripper
	host, bucket string
}

func (s stayHere) RoundTrip(req *http.Request) (*http.Response, error) {
	if h := strings.ToLower(req.URL.Host); h != s.host && h != s.bucket+"."+s.host {
		return nil, refuse("address_not_allowed", true)
	}
	return s.RoundTripper.RoundTrip(req)
}

func under(folder, name string) string {
	if folder == "" {
		return name
	}
	return folder + "/" + name
}

// erpnext keeps the file as a private one of the site. Where an attempt before may
// have arrived, the site is asked first: it would keep a second one of the name.
func (x *Sender) erpnext(ctx context.Context, p feeds.ConnectorPlan, s Secret, what parcel) (int, error) {
	if what.again {
		status, found, err := x.erpnextHas(ctx, p, s, what.name)
		if err != nil || found {
			return status, err
		}
	}
	file, err := what.open()
	if err != nil {
		return 0, err
	}
	defer file.Close()
	var head bytes.Buffer
	form := multipart.NewWriter(&head)
	for _, field := range [][2]string{{"is_private", "1"}, {"folder", "Home"}, {"file_name", what.name}} {
		if err := form.WriteField(field[0], field[1]); err != nil {
			return 0, err
		}
	}
	if _, err := form.CreateFormFile("file", what.name); err != nil {
		return 0, err
	}
	tail := "\r\n--" + form.Boundary() + "--\r\n"
	length := int64(head.Len()) + what.bytes + int64(len(tail))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(p.URL, "/")+"/api/method/upload_file",
		io.MultiReader(&head, file, strings.NewReader(tail)))
	if err != nil {
		return 0, refuse("address_not_allowed", true)
	}
	req.ContentLength = length
	req.Header.Set("Content-Type", form.FormDataContentType())
	req.Header.Set("Authorization", "token "+s.User+":"+s.Secret)
	req.Header.Set("Idempotency-Key", `"`+what.key+`"`)
	req.Header.Set("Accept", "application/json")
	status, _, err := x.request(req, 1<<10)
	return status, err
}

// erpnextHas asks whether the site keeps a private file of a name.
func (x *Sender) erpnextHas(ctx context.Context, p feeds.ConnectorPlan, s Secret, name string) (status int, found bool, err error) {
	filters, err := json.Marshal([][]any{{"file_name", "=", name}, {"is_private", "=", 1}})
	if err != nil {
		return 0, false, err
	}
	query := url.Values{"filters": {string(filters)}, "fields": {`["name"]`}, "limit_page_length": {"1"}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(p.URL, "/")+"/api/resource/File?"+query.Encode(), nil)
	if err != nil {
		return 0, false, refuse("address_not_allowed", true)
	}
	req.Header.Set("Authorization", "token "+s.User+":"+s.Secret)
	req.Header.Set("Accept", "application/json")
	status, body, err := x.request(req, 64<<10)
	if err != nil {
		return status, false, err
	}
	var list struct {
		Data []struct {
			Name string `json:"name"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &list); err != nil {
		return status, false, refuse("answer_unreadable", true)
	}
	return status, len(list.Data) > 0, nil
}

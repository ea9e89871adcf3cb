create schema blobs_v1; grant usage on schema blobs_v1 to tallystick_request, tallystick_staff;
create table blobs_v1.blobs (tenant text not null, subject text not null, sha256 text not null, bytes bigint not null, primary key (tenant, subject, sha256));
alter table blobs_v1.blobs enable row level security;
alter table blobs_v1.blobs force row level security;
create policy writer on blobs_v1.blobs to tallystick_writer using (true) with check (true);
create policy staff on blobs_v1.blobs for select to tallystick_staff using (true);
create policy tenant on blobs_v1.blobs for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on blobs_v1.blobs to tallystick_request, tallystick_staff;

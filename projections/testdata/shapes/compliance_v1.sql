create schema compliance_v1; grant usage on schema compliance_v1 to tallystick_request, tallystick_staff;
create table compliance_v1.compliance_refreshes (tenant text not null, id text not null, requested_by text not null, requested_at timestamptz not null, ended_at timestamptz, verified bigint not null, failed text[] not null, law_run text not null, primary key (tenant, id));
alter table compliance_v1.compliance_refreshes enable row level security;
alter table compliance_v1.compliance_refreshes force row level security;
create policy writer on compliance_v1.compliance_refreshes to tallystick_writer using (true) with check (true);
create policy staff on compliance_v1.compliance_refreshes for select to tallystick_staff using (true);
create policy tenant on compliance_v1.compliance_refreshes for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on compliance_v1.compliance_refreshes to tallystick_request, tallystick_staff;
create index on compliance_v1.compliance_refreshes (tenant, requested_at, id);

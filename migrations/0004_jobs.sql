-- +goose Up

-- When the node that holds a job was last heard of, and how far it is. It is no
-- part of the log and may be lost: a job without a row here is as old as its claim.
create unlogged table platform.job_heartbeat (
  tenant  text        not null,
  id      text        not null,
  at      timestamptz not null,
  done    bigint      not null,
  total   bigint      not null,
  primary key (tenant, id)
);
alter table platform.job_heartbeat enable row level security;
alter table platform.job_heartbeat force row level security;
create policy writer on platform.job_heartbeat to tallystick_writer using (true) with check (true);
create policy staff on platform.job_heartbeat for select to tallystick_staff using (true);
create policy tenant on platform.job_heartbeat for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on platform.job_heartbeat to tallystick_writer;
grant select on platform.job_heartbeat to tallystick_request, tallystick_staff;

-- +goose Up

-- Until where a read model is not served while it is built for the first time, and
-- the event on which it stands: a log that does not have it there is another one.
alter table platform.projection
  add column goal          bigint not null default 0,
  add column event_id      uuid,
  add column event_commit  bigint not null default 0,
  add column event_prepare bigint not null default 0;

-- Streams whose events were cut off, or that hold what the service did not write.
create table platform.log_damage (
  stream   text   not null,
  revision bigint not null,
  tenant   text   not null,
  commit   bigint not null,
  event_id uuid   not null,
  type     text   not null,
  what     text   not null,
  primary key (stream, revision, commit)
);
create index on platform.log_damage (tenant, commit);
alter table platform.log_damage enable row level security;
alter table platform.log_damage force row level security;
create policy writer on platform.log_damage to tallystick_writer using (true) with check (true);
create policy staff on platform.log_damage for select to tallystick_staff using (true);
create policy tenant on platform.log_damage for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));

-- Why the read models are not served; one row, while they are of another log.
create table platform.log_hold (
  one    bool primary key default true check (one),
  reason text not null
);

grant all on platform.log_damage, platform.log_hold to tallystick_writer;
grant select on platform.log_damage, platform.log_hold to tallystick_request, tallystick_staff;

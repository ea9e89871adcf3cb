-- +goose Up

-- Three roles beside the owner, none of which can log in or bypass row security:
-- the projections' writer, the request role (fenced to one tenant), staff reads.
-- Roles belong to the cluster, so another database may have made them already.
-- +goose StatementBegin
do $$
declare r text;
begin
  foreach r in array array['tallystick_writer', 'tallystick_request', 'tallystick_staff'] loop
    begin
      execute format('create role %I nologin nobypassrls', r);
    exception when duplicate_object or unique_violation then null;
    end;
    execute format('grant %I to current_user', r);
  end loop;
end $$;
-- +goose StatementEnd

create schema platform;
create table platform.projection (
  name      text   not null,
  version   int    not null,
  commit    bigint not null default 0,
  prepare   bigint not null default 0,
  live      bool   not null default false,
  primary key (name, version)
);
create unique index projection_live on platform.projection (name) where live;

-- Keys of subjects, wrapped by the master key; never rebuilt, backed up apart.
create schema vault;
create table vault.subject_key (
  tenant     text  not null,
  subject    text  not null,
  wrapped    bytea,             -- null once destroyed
  created_at timestamptz not null,
  destroyed_at timestamptz,
  primary key (tenant, subject)
);

-- Views through which requests read whichever version of a table is live.
create schema read;

grant usage, create on schema platform to tallystick_writer;
grant all on platform.projection to tallystick_writer;
grant usage, create on schema read to tallystick_writer;
-- +goose StatementBegin
do $$ begin execute format('grant create on database %I to tallystick_writer', current_database()); end $$;
-- +goose StatementEnd
grant usage on schema read, platform to tallystick_request, tallystick_staff;
grant select on platform.projection to tallystick_request, tallystick_staff;

create schema connectors_v1; grant usage on schema connectors_v1 to tallystick_request, tallystick_staff;
create table connectors_v1.connectors (tenant text not null, id text not null, site bigint not null, status text not null, kind text not null, direction text not null, url text not null, secret_ref text not null, created_at timestamptz not null, created_by text not null, updated_at timestamptz not null, primary key (tenant, id));
alter table connectors_v1.connectors enable row level security;
alter table connectors_v1.connectors force row level security;
create policy writer on connectors_v1.connectors to tallystick_writer using (true) with check (true);
create policy staff on connectors_v1.connectors for select to tallystick_staff using (true);
create policy tenant on connectors_v1.connectors for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on connectors_v1.connectors to tallystick_request, tallystick_staff;
create index on connectors_v1.connectors (tenant, created_at, id);
create index on connectors_v1.connectors (tenant, updated_at, id);
create index on connectors_v1.connectors (tenant, status, created_at, id);
create index on connectors_v1.connectors (tenant, kind, created_at, id);
create table connectors_v1.connectors_counts (tenant text not null, site bigint not null, status text not null, n bigint not null, primary key (tenant, site, status));
alter table connectors_v1.connectors_counts enable row level security;
alter table connectors_v1.connectors_counts force row level security;
create policy writer on connectors_v1.connectors_counts to tallystick_writer using (true) with check (true);
create policy staff on connectors_v1.connectors_counts for select to tallystick_staff using (true);
create policy tenant on connectors_v1.connectors_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on connectors_v1.connectors_counts to tallystick_request, tallystick_staff;
create table connectors_v1.sync_attempts (tenant text not null, id text not null, site bigint not null, sync_id text not null, export_id text not null, connector_id text not null, kind text not null, host text not null, number bigint not null, repeated bool not null, status text not null, code text not null, answer bigint not null, started_at timestamptz not null, ended_at timestamptz, next_at timestamptz, primary key (tenant, id));
alter table connectors_v1.sync_attempts enable row level security;
alter table connectors_v1.sync_attempts force row level security;
create policy writer on connectors_v1.sync_attempts to tallystick_writer using (true) with check (true);
create policy staff on connectors_v1.sync_attempts for select to tallystick_staff using (true);
create policy tenant on connectors_v1.sync_attempts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on connectors_v1.sync_attempts to tallystick_request, tallystick_staff;
create index on connectors_v1.sync_attempts (tenant, started_at, id);
create index on connectors_v1.sync_attempts (tenant, sync_id, started_at, id);
create index on connectors_v1.sync_attempts (tenant, export_id, started_at, id);
create index on connectors_v1.sync_attempts (tenant, connector_id, started_at, id);
create index on connectors_v1.sync_attempts (tenant, status, started_at, id);
create table connectors_v1.sync_attempts_counts (tenant text not null, site bigint not null, status text not null, n bigint not null, primary key (tenant, site, status));
alter table connectors_v1.sync_attempts_counts enable row level security;
alter table connectors_v1.sync_attempts_counts force row level security;
create policy writer on connectors_v1.sync_attempts_counts to tallystick_writer using (true) with check (true);
create policy staff on connectors_v1.sync_attempts_counts for select to tallystick_staff using (true);
create policy tenant on connectors_v1.sync_attempts_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on connectors_v1.sync_attempts_counts to tallystick_request, tallystick_staff;

alter table connectors_v1.connectors_counts set (fillfactor = 50);
create function connectors_v1.connectors_added() returns trigger language plpgsql as $$ begin
  insert into connectors_v1.connectors_counts as k (tenant, site, status, n) select tenant, site, status, count(*) from added group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function connectors_v1.connectors_removed() returns trigger language plpgsql as $$ begin
  insert into connectors_v1.connectors_counts as k (tenant, site, status, n) select tenant, site, status, -count(*) from removed group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function connectors_v1.connectors_moved() returns trigger language plpgsql as $$ begin
  insert into connectors_v1.connectors_counts as k (tenant, site, status, n) values (old.tenant, old.site, old.status, -1) on conflict (tenant, site, status) do update set n = k.n - 1;
  insert into connectors_v1.connectors_counts as k (tenant, site, status, n) values (new.tenant, new.site, new.status, 1) on conflict (tenant, site, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on connectors_v1.connectors referencing new table as added
  for each statement execute function connectors_v1.connectors_added();
create trigger removed after delete on connectors_v1.connectors referencing old table as removed
  for each statement execute function connectors_v1.connectors_removed();
create trigger moved after update on connectors_v1.connectors for each row
  when ((old.tenant, old.site, old.status) is distinct from (new.tenant, new.site, new.status)) execute function connectors_v1.connectors_moved();

alter table connectors_v1.sync_attempts_counts set (fillfactor = 50);
create function connectors_v1.sync_attempts_added() returns trigger language plpgsql as $$ begin
  insert into connectors_v1.sync_attempts_counts as k (tenant, site, status, n) select tenant, site, status, count(*) from added group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function connectors_v1.sync_attempts_removed() returns trigger language plpgsql as $$ begin
  insert into connectors_v1.sync_attempts_counts as k (tenant, site, status, n) select tenant, site, status, -count(*) from removed group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function connectors_v1.sync_attempts_moved() returns trigger language plpgsql as $$ begin
  insert into connectors_v1.sync_attempts_counts as k (tenant, site, status, n) values (old.tenant, old.site, old.status, -1) on conflict (tenant, site, status) do update set n = k.n - 1;
  insert into connectors_v1.sync_attempts_counts as k (tenant, site, status, n) values (new.tenant, new.site, new.status, 1) on conflict (tenant, site, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on connectors_v1.sync_attempts referencing new table as added
  for each statement execute function connectors_v1.sync_attempts_added();
create trigger removed after delete on connectors_v1.sync_attempts referencing old table as removed
  for each statement execute function connectors_v1.sync_attempts_removed();
create trigger moved after update on connectors_v1.sync_attempts for each row
  when ((old.tenant, old.site, old.status) is distinct from (new.tenant, new.site, new.status)) execute function connectors_v1.sync_attempts_moved();

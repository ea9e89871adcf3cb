create schema commerce_v4; grant usage on schema commerce_v4 to tallystick_request, tallystick_staff;
create table commerce_v4.commerce (tenant text not null, id text not null, site bigint not null, kind text not null, name text not null, country text not null, region_id text not null, customer_id text not null, subject text not null, effective_from_on date not null, effective_to_on date, retired_on date, content json not null, created_at timestamptz not null, created_by text not null, updated_at timestamptz not null, log_revision bigint not null, primary key (tenant, kind, id));
alter table commerce_v4.commerce enable row level security;
alter table commerce_v4.commerce force row level security;
create policy writer on commerce_v4.commerce to tallystick_writer using (true) with check (true);
create policy staff on commerce_v4.commerce for select to tallystick_staff using (true);
create policy tenant on commerce_v4.commerce for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on commerce_v4.commerce to tallystick_request, tallystick_staff;
create index on commerce_v4.commerce (tenant, kind, name, id);
create index on commerce_v4.commerce (tenant, kind, effective_from_on, id);
create index on commerce_v4.commerce (tenant, kind, created_at, id);
create index on commerce_v4.commerce (tenant, kind, updated_at, id);
create index on commerce_v4.commerce (tenant, kind, country, created_at, id);
create index on commerce_v4.commerce (tenant, kind, region_id, created_at, id);
create index on commerce_v4.commerce (tenant, kind, customer_id, created_at, id);
create index on commerce_v4.commerce (tenant, subject) where subject <> '';
create table commerce_v4.commerce_counts (tenant text not null, site bigint not null, kind text not null, n bigint not null, primary key (tenant, site, kind));
alter table commerce_v4.commerce_counts enable row level security;
alter table commerce_v4.commerce_counts force row level security;
create policy writer on commerce_v4.commerce_counts to tallystick_writer using (true) with check (true);
create policy staff on commerce_v4.commerce_counts for select to tallystick_staff using (true);
create policy tenant on commerce_v4.commerce_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on commerce_v4.commerce_counts to tallystick_request, tallystick_staff;
create table commerce_v4.commerce_snapshots (tenant text not null, id text not null, site bigint not null, cart_id text not null, cart_sha256 text not null, customer_id text not null, subject text not null, supply_on date not null, currency text not null, net text not null, tax text not null, gross text not null, lines int not null, provider text not null, coverage_status text not null, committed_at timestamptz not null, committed_by text not null, remaining_net text not null, remaining_tax text not null, remaining_gross text not null, primary key (tenant, id));
alter table commerce_v4.commerce_snapshots enable row level security;
alter table commerce_v4.commerce_snapshots force row level security;
create policy writer on commerce_v4.commerce_snapshots to tallystick_writer using (true) with check (true);
create policy staff on commerce_v4.commerce_snapshots for select to tallystick_staff using (true);
create policy tenant on commerce_v4.commerce_snapshots for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on commerce_v4.commerce_snapshots to tallystick_request, tallystick_staff;
create index on commerce_v4.commerce_snapshots (tenant, committed_at, id);
create index on commerce_v4.commerce_snapshots (tenant, cart_id, committed_at, id);
create index on commerce_v4.commerce_snapshots (tenant, customer_id, committed_at, id);
create index on commerce_v4.commerce_snapshots (tenant, subject);
create table commerce_v4.commerce_snapshots_counts (tenant text not null, site bigint not null, n bigint not null, primary key (tenant, site));
alter table commerce_v4.commerce_snapshots_counts enable row level security;
alter table commerce_v4.commerce_snapshots_counts force row level security;
create policy writer on commerce_v4.commerce_snapshots_counts to tallystick_writer using (true) with check (true);
create policy staff on commerce_v4.commerce_snapshots_counts for select to tallystick_staff using (true);
create policy tenant on commerce_v4.commerce_snapshots_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on commerce_v4.commerce_snapshots_counts to tallystick_request, tallystick_staff;
create table commerce_v4.commerce_reversals (tenant text not null, id text not null, site bigint not null, snapshot_id text not null, cart_id text not null, number int not null, reversed_on date not null, currency text not null, net text not null, tax text not null, gross text not null, remaining_net text not null, remaining_tax text not null, remaining_gross text not null, sha256 text not null, reversed_at timestamptz not null, reversed_by text not null, primary key (tenant, id));
alter table commerce_v4.commerce_reversals enable row level security;
alter table commerce_v4.commerce_reversals force row level security;
create policy writer on commerce_v4.commerce_reversals to tallystick_writer using (true) with check (true);
create policy staff on commerce_v4.commerce_reversals for select to tallystick_staff using (true);
create policy tenant on commerce_v4.commerce_reversals for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on commerce_v4.commerce_reversals to tallystick_request, tallystick_staff;
create index on commerce_v4.commerce_reversals (tenant, reversed_on, id);
create index on commerce_v4.commerce_reversals (tenant, reversed_at, id);
create index on commerce_v4.commerce_reversals (tenant, snapshot_id, reversed_at, id);
create index on commerce_v4.commerce_reversals (tenant, cart_id, reversed_at, id);
create table commerce_v4.commerce_reversals_counts (tenant text not null, site bigint not null, n bigint not null, primary key (tenant, site));
alter table commerce_v4.commerce_reversals_counts enable row level security;
alter table commerce_v4.commerce_reversals_counts force row level security;
create policy writer on commerce_v4.commerce_reversals_counts to tallystick_writer using (true) with check (true);
create policy staff on commerce_v4.commerce_reversals_counts for select to tallystick_staff using (true);
create policy tenant on commerce_v4.commerce_reversals_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on commerce_v4.commerce_reversals_counts to tallystick_request, tallystick_staff;

alter table commerce_v4.commerce_counts set (fillfactor = 50);
create function commerce_v4.commerce_added() returns trigger language plpgsql as $$ begin
  insert into commerce_v4.commerce_counts as k (tenant, site, kind, n) select tenant, site, kind, count(*) from added group by tenant, site, kind
    on conflict (tenant, site, kind) do update set n = k.n + excluded.n;
  return null; end $$;
create function commerce_v4.commerce_removed() returns trigger language plpgsql as $$ begin
  insert into commerce_v4.commerce_counts as k (tenant, site, kind, n) select tenant, site, kind, -count(*) from removed group by tenant, site, kind
    on conflict (tenant, site, kind) do update set n = k.n + excluded.n;
  return null; end $$;
create function commerce_v4.commerce_moved() returns trigger language plpgsql as $$ begin
  insert into commerce_v4.commerce_counts as k (tenant, site, kind, n) values (old.tenant, old.site, old.kind, -1) on conflict (tenant, site, kind) do update set n = k.n - 1;
  insert into commerce_v4.commerce_counts as k (tenant, site, kind, n) values (new.tenant, new.site, new.kind, 1) on conflict (tenant, site, kind) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on commerce_v4.commerce referencing new table as added
  for each statement execute function commerce_v4.commerce_added();
create trigger removed after delete on commerce_v4.commerce referencing old table as removed
  for each statement execute function commerce_v4.commerce_removed();
create trigger moved after update on commerce_v4.commerce for each row
  when ((old.tenant, old.site, old.kind) is distinct from (new.tenant, new.site, new.kind)) execute function commerce_v4.commerce_moved();

alter table commerce_v4.commerce_snapshots_counts set (fillfactor = 50);
create function commerce_v4.commerce_snapshots_added() returns trigger language plpgsql as $$ begin
  insert into commerce_v4.commerce_snapshots_counts as k (tenant, site, n) select tenant, site, count(*) from added group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function commerce_v4.commerce_snapshots_removed() returns trigger language plpgsql as $$ begin
  insert into commerce_v4.commerce_snapshots_counts as k (tenant, site, n) select tenant, site, -count(*) from removed group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function commerce_v4.commerce_snapshots_moved() returns trigger language plpgsql as $$ begin
  insert into commerce_v4.commerce_snapshots_counts as k (tenant, site, n) values (old.tenant, old.site, -1) on conflict (tenant, site) do update set n = k.n - 1;
  insert into commerce_v4.commerce_snapshots_counts as k (tenant, site, n) values (new.tenant, new.site, 1) on conflict (tenant, site) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on commerce_v4.commerce_snapshots referencing new table as added
  for each statement execute function commerce_v4.commerce_snapshots_added();
create trigger removed after delete on commerce_v4.commerce_snapshots referencing old table as removed
  for each statement execute function commerce_v4.commerce_snapshots_removed();
create trigger moved after update on commerce_v4.commerce_snapshots for each row
  when ((old.tenant, old.site) is distinct from (new.tenant, new.site)) execute function commerce_v4.commerce_snapshots_moved();

alter table commerce_v4.commerce_reversals_counts set (fillfactor = 50);
create function commerce_v4.commerce_reversals_added() returns trigger language plpgsql as $$ begin
  insert into commerce_v4.commerce_reversals_counts as k (tenant, site, n) select tenant, site, count(*) from added group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function commerce_v4.commerce_reversals_removed() returns trigger language plpgsql as $$ begin
  insert into commerce_v4.commerce_reversals_counts as k (tenant, site, n) select tenant, site, -count(*) from removed group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function commerce_v4.commerce_reversals_moved() returns trigger language plpgsql as $$ begin
  insert into commerce_v4.commerce_reversals_counts as k (tenant, site, n) values (old.tenant, old.site, -1) on conflict (tenant, site) do update set n = k.n - 1;
  insert into commerce_v4.commerce_reversals_counts as k (tenant, site, n) values (new.tenant, new.site, 1) on conflict (tenant, site) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on commerce_v4.commerce_reversals referencing new table as added
  for each statement execute function commerce_v4.commerce_reversals_added();
create trigger removed after delete on commerce_v4.commerce_reversals referencing old table as removed
  for each statement execute function commerce_v4.commerce_reversals_removed();
create trigger moved after update on commerce_v4.commerce_reversals for each row
  when ((old.tenant, old.site) is distinct from (new.tenant, new.site)) execute function commerce_v4.commerce_reversals_moved();

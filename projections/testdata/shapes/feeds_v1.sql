create schema feeds_v1; grant usage on schema feeds_v1 to tallystick_request, tallystick_staff;
create table feeds_v1.exports (tenant text not null, id text not null, site bigint not null, status text not null, code text not null, format text not null, from_on date, to_on date, provisional bool not null, schedule_id text not null, job_id text not null, name text not null, bytes bigint not null, sha256 text not null, entries bigint not null, lines bigint not null, totals json not null, log_position bigint not null, created_at timestamptz not null, created_by text not null, updated_at timestamptz not null, primary key (tenant, id));
alter table feeds_v1.exports enable row level security;
alter table feeds_v1.exports force row level security;
create policy writer on feeds_v1.exports to tallystick_writer using (true) with check (true);
create policy staff on feeds_v1.exports for select to tallystick_staff using (true);
create policy tenant on feeds_v1.exports for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on feeds_v1.exports to tallystick_request, tallystick_staff;
create index on feeds_v1.exports (tenant, created_at, id);
create index on feeds_v1.exports (tenant, updated_at, id);
create index on feeds_v1.exports (tenant, status, created_at, id);
create index on feeds_v1.exports (tenant, format, created_at, id);
create index on feeds_v1.exports (tenant, schedule_id, created_at, id);
create table feeds_v1.exports_counts (tenant text not null, site bigint not null, status text not null, n bigint not null, primary key (tenant, site, status));
alter table feeds_v1.exports_counts enable row level security;
alter table feeds_v1.exports_counts force row level security;
create policy writer on feeds_v1.exports_counts to tallystick_writer using (true) with check (true);
create policy staff on feeds_v1.exports_counts for select to tallystick_staff using (true);
create policy tenant on feeds_v1.exports_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on feeds_v1.exports_counts to tallystick_request, tallystick_staff;

alter table feeds_v1.exports_counts set (fillfactor = 50);
create function feeds_v1.exports_added() returns trigger language plpgsql as $$ begin
  insert into feeds_v1.exports_counts as k (tenant, site, status, n) select tenant, site, status, count(*) from added group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function feeds_v1.exports_removed() returns trigger language plpgsql as $$ begin
  insert into feeds_v1.exports_counts as k (tenant, site, status, n) select tenant, site, status, -count(*) from removed group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function feeds_v1.exports_moved() returns trigger language plpgsql as $$ begin
  insert into feeds_v1.exports_counts as k (tenant, site, status, n) values (old.tenant, old.site, old.status, -1) on conflict (tenant, site, status) do update set n = k.n - 1;
  insert into feeds_v1.exports_counts as k (tenant, site, status, n) values (new.tenant, new.site, new.status, 1) on conflict (tenant, site, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on feeds_v1.exports referencing new table as added
  for each statement execute function feeds_v1.exports_added();
create trigger removed after delete on feeds_v1.exports referencing old table as removed
  for each statement execute function feeds_v1.exports_removed();
create trigger moved after update on feeds_v1.exports for each row
  when ((old.tenant, old.site, old.status) is distinct from (new.tenant, new.site, new.status)) execute function feeds_v1.exports_moved();

create schema export_schedules_v2; grant usage on schema export_schedules_v2 to tallystick_request, tallystick_staff;
create table export_schedules_v2.export_schedules (tenant text not null, id text not null, site bigint not null, status text not null, format text not null, connector_id text not null, rule json not null, provisional bool not null, created_at timestamptz not null, created_by text not null, updated_at timestamptz not null, primary key (tenant, id));
alter table export_schedules_v2.export_schedules enable row level security;
alter table export_schedules_v2.export_schedules force row level security;
create policy writer on export_schedules_v2.export_schedules to tallystick_writer using (true) with check (true);
create policy staff on export_schedules_v2.export_schedules for select to tallystick_staff using (true);
create policy tenant on export_schedules_v2.export_schedules for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on export_schedules_v2.export_schedules to tallystick_request, tallystick_staff;
create index on export_schedules_v2.export_schedules (tenant, created_at, id);
create index on export_schedules_v2.export_schedules (tenant, updated_at, id);
create index on export_schedules_v2.export_schedules (tenant, status, created_at, id);
create index on export_schedules_v2.export_schedules (tenant, format, created_at, id);
create index on export_schedules_v2.export_schedules (tenant, connector_id, created_at, id);
create table export_schedules_v2.export_schedules_counts (tenant text not null, site bigint not null, status text not null, n bigint not null, primary key (tenant, site, status));
alter table export_schedules_v2.export_schedules_counts enable row level security;
alter table export_schedules_v2.export_schedules_counts force row level security;
create policy writer on export_schedules_v2.export_schedules_counts to tallystick_writer using (true) with check (true);
create policy staff on export_schedules_v2.export_schedules_counts for select to tallystick_staff using (true);
create policy tenant on export_schedules_v2.export_schedules_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on export_schedules_v2.export_schedules_counts to tallystick_request, tallystick_staff;

alter table export_schedules_v2.export_schedules_counts set (fillfactor = 50);
create function export_schedules_v2.export_schedules_added() returns trigger language plpgsql as $$ begin
  insert into export_schedules_v2.export_schedules_counts as k (tenant, site, status, n) select tenant, site, status, count(*) from added group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function export_schedules_v2.export_schedules_removed() returns trigger language plpgsql as $$ begin
  insert into export_schedules_v2.export_schedules_counts as k (tenant, site, status, n) select tenant, site, status, -count(*) from removed group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function export_schedules_v2.export_schedules_moved() returns trigger language plpgsql as $$ begin
  insert into export_schedules_v2.export_schedules_counts as k (tenant, site, status, n) values (old.tenant, old.site, old.status, -1) on conflict (tenant, site, status) do update set n = k.n - 1;
  insert into export_schedules_v2.export_schedules_counts as k (tenant, site, status, n) values (new.tenant, new.site, new.status, 1) on conflict (tenant, site, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on export_schedules_v2.export_schedules referencing new table as added
  for each statement execute function export_schedules_v2.export_schedules_added();
create trigger removed after delete on export_schedules_v2.export_schedules referencing old table as removed
  for each statement execute function export_schedules_v2.export_schedules_removed();
create trigger moved after update on export_schedules_v2.export_schedules for each row
  when ((old.tenant, old.site, old.status) is distinct from (new.tenant, new.site, new.status)) execute function export_schedules_v2.export_schedules_moved();

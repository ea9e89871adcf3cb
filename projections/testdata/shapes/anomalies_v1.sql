create schema anomalies_v1; grant usage on schema anomalies_v1 to tallystick_request, tallystick_staff;
create table anomalies_v1.anomalies (tenant text not null, id text not null, site bigint not null, status text not null, type text not null, severity text not null, subjects text[] not null, words text not null, evidence json not null, times int not null, decided_by text not null, found_at timestamptz not null, updated_at timestamptz not null, primary key (tenant, id));
alter table anomalies_v1.anomalies enable row level security;
alter table anomalies_v1.anomalies force row level security;
create policy writer on anomalies_v1.anomalies to tallystick_writer using (true) with check (true);
create policy staff on anomalies_v1.anomalies for select to tallystick_staff using (true);
create policy tenant on anomalies_v1.anomalies for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on anomalies_v1.anomalies to tallystick_request, tallystick_staff;
create index on anomalies_v1.anomalies (tenant, found_at, id);
create index on anomalies_v1.anomalies (tenant, updated_at, id);
create index on anomalies_v1.anomalies (tenant, status, found_at, id);
create index on anomalies_v1.anomalies (tenant, type, found_at, id);
create index on anomalies_v1.anomalies (tenant, severity, found_at, id);
create table anomalies_v1.anomalies_counts (tenant text not null, site bigint not null, status text not null, type text not null, severity text not null, n bigint not null, primary key (tenant, site, status, type, severity));
alter table anomalies_v1.anomalies_counts enable row level security;
alter table anomalies_v1.anomalies_counts force row level security;
create policy writer on anomalies_v1.anomalies_counts to tallystick_writer using (true) with check (true);
create policy staff on anomalies_v1.anomalies_counts for select to tallystick_staff using (true);
create policy tenant on anomalies_v1.anomalies_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on anomalies_v1.anomalies_counts to tallystick_request, tallystick_staff;

alter table anomalies_v1.anomalies_counts set (fillfactor = 50);
create function anomalies_v1.anomalies_added() returns trigger language plpgsql as $$ begin
  insert into anomalies_v1.anomalies_counts as k (tenant, site, status, type, severity, n) select tenant, site, status, type, severity, count(*) from added group by tenant, site, status, type, severity
    on conflict (tenant, site, status, type, severity) do update set n = k.n + excluded.n;
  return null; end $$;
create function anomalies_v1.anomalies_removed() returns trigger language plpgsql as $$ begin
  insert into anomalies_v1.anomalies_counts as k (tenant, site, status, type, severity, n) select tenant, site, status, type, severity, -count(*) from removed group by tenant, site, status, type, severity
    on conflict (tenant, site, status, type, severity) do update set n = k.n + excluded.n;
  return null; end $$;
create function anomalies_v1.anomalies_moved() returns trigger language plpgsql as $$ begin
  insert into anomalies_v1.anomalies_counts as k (tenant, site, status, type, severity, n) values (old.tenant, old.site, old.status, old.type, old.severity, -1) on conflict (tenant, site, status, type, severity) do update set n = k.n - 1;
  insert into anomalies_v1.anomalies_counts as k (tenant, site, status, type, severity, n) values (new.tenant, new.site, new.status, new.type, new.severity, 1) on conflict (tenant, site, status, type, severity) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on anomalies_v1.anomalies referencing new table as added
  for each statement execute function anomalies_v1.anomalies_added();
create trigger removed after delete on anomalies_v1.anomalies referencing old table as removed
  for each statement execute function anomalies_v1.anomalies_removed();
create trigger moved after update on anomalies_v1.anomalies for each row
  when ((old.tenant, old.site, old.status, old.type, old.severity) is distinct from (new.tenant, new.site, new.status, new.type, new.severity)) execute function anomalies_v1.anomalies_moved();

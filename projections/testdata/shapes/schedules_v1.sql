create schema schedules_v1; grant usage on schema schedules_v1 to tallystick_request, tallystick_staff;
create table schedules_v1.schedules (tenant text not null, id text not null, site bigint not null, kind text not null, record text not null, principal text not null, next_at timestamptz not null, last_at timestamptz, stopped text not null, primary key (tenant, id));
alter table schedules_v1.schedules enable row level security;
alter table schedules_v1.schedules force row level security;
create policy writer on schedules_v1.schedules to tallystick_writer using (true) with check (true);
create policy staff on schedules_v1.schedules for select to tallystick_staff using (true);
create policy tenant on schedules_v1.schedules for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on schedules_v1.schedules to tallystick_request, tallystick_staff;
create index on schedules_v1.schedules (tenant, next_at, id);
create index on schedules_v1.schedules (tenant, kind, next_at, id);
create index on schedules_v1.schedules (next_at) where stopped = '';
create table schedules_v1.schedules_counts (tenant text not null, site bigint not null, n bigint not null, primary key (tenant, site));
alter table schedules_v1.schedules_counts enable row level security;
alter table schedules_v1.schedules_counts force row level security;
create policy writer on schedules_v1.schedules_counts to tallystick_writer using (true) with check (true);
create policy staff on schedules_v1.schedules_counts for select to tallystick_staff using (true);
create policy tenant on schedules_v1.schedules_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on schedules_v1.schedules_counts to tallystick_request, tallystick_staff;

alter table schedules_v1.schedules_counts set (fillfactor = 50);
create function schedules_v1.schedules_added() returns trigger language plpgsql as $$ begin
  insert into schedules_v1.schedules_counts as k (tenant, site, n) select tenant, site, count(*) from added group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function schedules_v1.schedules_removed() returns trigger language plpgsql as $$ begin
  insert into schedules_v1.schedules_counts as k (tenant, site, n) select tenant, site, -count(*) from removed group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function schedules_v1.schedules_moved() returns trigger language plpgsql as $$ begin
  insert into schedules_v1.schedules_counts as k (tenant, site, n) values (old.tenant, old.site, -1) on conflict (tenant, site) do update set n = k.n - 1;
  insert into schedules_v1.schedules_counts as k (tenant, site, n) values (new.tenant, new.site, 1) on conflict (tenant, site) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on schedules_v1.schedules referencing new table as added
  for each statement execute function schedules_v1.schedules_added();
create trigger removed after delete on schedules_v1.schedules referencing old table as removed
  for each statement execute function schedules_v1.schedules_removed();
create trigger moved after update on schedules_v1.schedules for each row
  when ((old.tenant, old.site) is distinct from (new.tenant, new.site)) execute function schedules_v1.schedules_moved();

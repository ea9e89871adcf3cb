create schema obligations_v1; grant usage on schema obligations_v1 to tallystick_request, tallystick_staff;
create table obligations_v1.filed_returns (tenant text not null, id text not null, site bigint not null, form text not null, period text not null, first_month text not null, last_month text not null, filed_on date, reference text not null, known_at timestamptz not null, log_position bigint not null, sha256 text not null, recorded_by text not null, recorded_at timestamptz not null, primary key (tenant, id));
alter table obligations_v1.filed_returns enable row level security;
alter table obligations_v1.filed_returns force row level security;
create policy writer on obligations_v1.filed_returns to tallystick_writer using (true) with check (true);
create policy staff on obligations_v1.filed_returns for select to tallystick_staff using (true);
create policy tenant on obligations_v1.filed_returns for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on obligations_v1.filed_returns to tallystick_request, tallystick_staff;
create index on obligations_v1.filed_returns (tenant, recorded_at, id);
create index on obligations_v1.filed_returns (tenant, form, recorded_at, id);
create index on obligations_v1.filed_returns (tenant, period, recorded_at, id);
create table obligations_v1.filed_returns_counts (tenant text not null, site bigint not null, n bigint not null, primary key (tenant, site));
alter table obligations_v1.filed_returns_counts enable row level security;
alter table obligations_v1.filed_returns_counts force row level security;
create policy writer on obligations_v1.filed_returns_counts to tallystick_writer using (true) with check (true);
create policy staff on obligations_v1.filed_returns_counts for select to tallystick_staff using (true);
create policy tenant on obligations_v1.filed_returns_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on obligations_v1.filed_returns_counts to tallystick_request, tallystick_staff;

alter table obligations_v1.filed_returns_counts set (fillfactor = 50);
create function obligations_v1.filed_returns_added() returns trigger language plpgsql as $$ begin
  insert into obligations_v1.filed_returns_counts as k (tenant, site, n) select tenant, site, count(*) from added group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function obligations_v1.filed_returns_removed() returns trigger language plpgsql as $$ begin
  insert into obligations_v1.filed_returns_counts as k (tenant, site, n) select tenant, site, -count(*) from removed group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function obligations_v1.filed_returns_moved() returns trigger language plpgsql as $$ begin
  insert into obligations_v1.filed_returns_counts as k (tenant, site, n) values (old.tenant, old.site, -1) on conflict (tenant, site) do update set n = k.n - 1;
  insert into obligations_v1.filed_returns_counts as k (tenant, site, n) values (new.tenant, new.site, 1) on conflict (tenant, site) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on obligations_v1.filed_returns referencing new table as added
  for each statement execute function obligations_v1.filed_returns_added();
create trigger removed after delete on obligations_v1.filed_returns referencing old table as removed
  for each statement execute function obligations_v1.filed_returns_removed();
create trigger moved after update on obligations_v1.filed_returns for each row
  when ((old.tenant, old.site) is distinct from (new.tenant, new.site)) execute function obligations_v1.filed_returns_moved();

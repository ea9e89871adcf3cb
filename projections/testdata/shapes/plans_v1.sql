create schema plans_v1; grant usage on schema plans_v1 to tallystick_request, tallystick_staff;
create table plans_v1.plans (tenant text not null, id text not null, site bigint not null, title text not null, client_ref text not null, scenarios int not null, versions int not null, created_by text not null, created_at timestamptz not null, updated_at timestamptz not null, subject text not null, primary key (tenant, id));
alter table plans_v1.plans enable row level security;
alter table plans_v1.plans force row level security;
create policy writer on plans_v1.plans to tallystick_writer using (true) with check (true);
create policy staff on plans_v1.plans for select to tallystick_staff using (true);
create policy tenant on plans_v1.plans for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on plans_v1.plans to tallystick_request, tallystick_staff;
create index on plans_v1.plans (tenant, title, id);
create index on plans_v1.plans (tenant, created_at, id);
create index on plans_v1.plans (tenant, updated_at, id);
create index on plans_v1.plans (tenant, client_ref, title, id);
create index on plans_v1.plans (tenant, created_by, title, id);
create table plans_v1.plans_counts (tenant text not null, site bigint not null, n bigint not null, primary key (tenant, site));
alter table plans_v1.plans_counts enable row level security;
alter table plans_v1.plans_counts force row level security;
create policy writer on plans_v1.plans_counts to tallystick_writer using (true) with check (true);
create policy staff on plans_v1.plans_counts for select to tallystick_staff using (true);
create policy tenant on plans_v1.plans_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on plans_v1.plans_counts to tallystick_request, tallystick_staff;

alter table plans_v1.plans_counts set (fillfactor = 50);
create function plans_v1.plans_added() returns trigger language plpgsql as $$ begin
  insert into plans_v1.plans_counts as k (tenant, site, n) select tenant, site, count(*) from added group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function plans_v1.plans_removed() returns trigger language plpgsql as $$ begin
  insert into plans_v1.plans_counts as k (tenant, site, n) select tenant, site, -count(*) from removed group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function plans_v1.plans_moved() returns trigger language plpgsql as $$ begin
  insert into plans_v1.plans_counts as k (tenant, site, n) values (old.tenant, old.site, -1) on conflict (tenant, site) do update set n = k.n - 1;
  insert into plans_v1.plans_counts as k (tenant, site, n) values (new.tenant, new.site, 1) on conflict (tenant, site) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on plans_v1.plans referencing new table as added
  for each statement execute function plans_v1.plans_added();
create trigger removed after delete on plans_v1.plans referencing old table as removed
  for each statement execute function plans_v1.plans_removed();
create trigger moved after update on plans_v1.plans for each row
  when ((old.tenant, old.site) is distinct from (new.tenant, new.site)) execute function plans_v1.plans_moved();

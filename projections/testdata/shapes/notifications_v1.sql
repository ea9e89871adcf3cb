create schema notifications_v1; grant usage on schema notifications_v1 to tallystick_request, tallystick_staff;
create table notifications_v1.notifications (tenant text not null, id text not null, site bigint not null, kind text not null, source text not null, status text not null, about text not null, recipient text not null, name text not null, subject text not null, attempts bigint not null, channel text not null, code text not null, created_at timestamptz not null, created_by text not null, ended_at timestamptz, primary key (tenant, id));
alter table notifications_v1.notifications enable row level security;
alter table notifications_v1.notifications force row level security;
create policy writer on notifications_v1.notifications to tallystick_writer using (true) with check (true);
create policy staff on notifications_v1.notifications for select to tallystick_staff using (true);
create policy tenant on notifications_v1.notifications for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on notifications_v1.notifications to tallystick_request, tallystick_staff;
create index on notifications_v1.notifications (tenant, created_at, id);
create index on notifications_v1.notifications (tenant, kind, created_at, id);
create index on notifications_v1.notifications (tenant, source, created_at, id);
create index on notifications_v1.notifications (tenant, status, created_at, id);
create table notifications_v1.notifications_counts (tenant text not null, site bigint not null, status text not null, n bigint not null, primary key (tenant, site, status));
alter table notifications_v1.notifications_counts enable row level security;
alter table notifications_v1.notifications_counts force row level security;
create policy writer on notifications_v1.notifications_counts to tallystick_writer using (true) with check (true);
create policy staff on notifications_v1.notifications_counts for select to tallystick_staff using (true);
create policy tenant on notifications_v1.notifications_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on notifications_v1.notifications_counts to tallystick_request, tallystick_staff;
create table notifications_v1.suppressions (tenant text not null, id text not null, about text not null, address text not null, code text not null, notification_id text not null, created_at timestamptz not null, primary key (tenant, id));
alter table notifications_v1.suppressions enable row level security;
alter table notifications_v1.suppressions force row level security;
create policy writer on notifications_v1.suppressions to tallystick_writer using (true) with check (true);
create policy staff on notifications_v1.suppressions for select to tallystick_staff using (true);
create policy tenant on notifications_v1.suppressions for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on notifications_v1.suppressions to tallystick_request, tallystick_staff;
create index on notifications_v1.suppressions (tenant, created_at, id);

alter table notifications_v1.notifications_counts set (fillfactor = 50);
create function notifications_v1.notifications_added() returns trigger language plpgsql as $$ begin
  insert into notifications_v1.notifications_counts as k (tenant, site, status, n) select tenant, site, status, count(*) from added group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function notifications_v1.notifications_removed() returns trigger language plpgsql as $$ begin
  insert into notifications_v1.notifications_counts as k (tenant, site, status, n) select tenant, site, status, -count(*) from removed group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function notifications_v1.notifications_moved() returns trigger language plpgsql as $$ begin
  insert into notifications_v1.notifications_counts as k (tenant, site, status, n) values (old.tenant, old.site, old.status, -1) on conflict (tenant, site, status) do update set n = k.n - 1;
  insert into notifications_v1.notifications_counts as k (tenant, site, status, n) values (new.tenant, new.site, new.status, 1) on conflict (tenant, site, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on notifications_v1.notifications referencing new table as added
  for each statement execute function notifications_v1.notifications_added();
create trigger removed after delete on notifications_v1.notifications referencing old table as removed
  for each statement execute function notifications_v1.notifications_removed();
create trigger moved after update on notifications_v1.notifications for each row
  when ((old.tenant, old.site, old.status) is distinct from (new.tenant, new.site, new.status)) execute function notifications_v1.notifications_moved();

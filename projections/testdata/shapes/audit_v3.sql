create schema audit_v3; grant usage on schema audit_v3 to tallystick_request, tallystick_staff;
create table audit_v3.audit_log (tenant text not null, id text not null, site bigint not null, happened_at timestamptz not null, principal text not null, role text not null, key_id text not null, operation text not null, type text not null, outcome text not null, status int not null, reason text not null, request text not null, stream text not null, revision bigint not null, primary key (tenant, id, happened_at)) partition by range (happened_at);
alter table audit_v3.audit_log enable row level security;
alter table audit_v3.audit_log force row level security;
create policy writer on audit_v3.audit_log to tallystick_writer using (true) with check (true);
create policy staff on audit_v3.audit_log for select to tallystick_staff using (true);
create policy tenant on audit_v3.audit_log for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on audit_v3.audit_log to tallystick_request, tallystick_staff;
create index on audit_v3.audit_log (tenant, happened_at, id);
create index on audit_v3.audit_log (tenant, principal, happened_at, id);
create table audit_v3.audit_log_counts (tenant text not null, site bigint not null, n bigint not null, primary key (tenant, site));
alter table audit_v3.audit_log_counts enable row level security;
alter table audit_v3.audit_log_counts force row level security;
create policy writer on audit_v3.audit_log_counts to tallystick_writer using (true) with check (true);
create policy staff on audit_v3.audit_log_counts for select to tallystick_staff using (true);
create policy tenant on audit_v3.audit_log_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on audit_v3.audit_log_counts to tallystick_request, tallystick_staff;

alter table audit_v3.audit_log_counts set (fillfactor = 50);
create function audit_v3.audit_log_added() returns trigger language plpgsql as $$ begin
  insert into audit_v3.audit_log_counts as k (tenant, site, n) select tenant, site, count(*) from added group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function audit_v3.audit_log_removed() returns trigger language plpgsql as $$ begin
  insert into audit_v3.audit_log_counts as k (tenant, site, n) select tenant, site, -count(*) from removed group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function audit_v3.audit_log_moved() returns trigger language plpgsql as $$ begin
  insert into audit_v3.audit_log_counts as k (tenant, site, n) values (old.tenant, old.site, -1) on conflict (tenant, site) do update set n = k.n - 1;
  insert into audit_v3.audit_log_counts as k (tenant, site, n) values (new.tenant, new.site, 1) on conflict (tenant, site) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on audit_v3.audit_log referencing new table as added
  for each statement execute function audit_v3.audit_log_added();
create trigger removed after delete on audit_v3.audit_log referencing old table as removed
  for each statement execute function audit_v3.audit_log_removed();
create trigger moved after update on audit_v3.audit_log for each row
  when ((old.tenant, old.site) is distinct from (new.tenant, new.site)) execute function audit_v3.audit_log_moved();

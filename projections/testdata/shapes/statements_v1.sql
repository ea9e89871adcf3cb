create schema statements_v1; grant usage on schema statements_v1 to tallystick_request, tallystick_staff;
create table statements_v1.statements (tenant text not null, id text not null, document_id text not null, site bigint not null, subject text not null, account text not null, currency text not null, from_on date, to_on date, opening text not null, closing text not null, created_at timestamptz not null, primary key (tenant, id));
alter table statements_v1.statements enable row level security;
alter table statements_v1.statements force row level security;
create policy writer on statements_v1.statements to tallystick_writer using (true) with check (true);
create policy staff on statements_v1.statements for select to tallystick_staff using (true);
create policy tenant on statements_v1.statements for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on statements_v1.statements to tallystick_request, tallystick_staff;
create index on statements_v1.statements (tenant, created_at, id);
create index on statements_v1.statements (tenant, document_id, created_at, id);
create index on statements_v1.statements (tenant, subject);
create index on statements_v1.statements (tenant, site, account);
create table statements_v1.statements_counts (tenant text not null, site bigint not null, n bigint not null, primary key (tenant, site));
alter table statements_v1.statements_counts enable row level security;
alter table statements_v1.statements_counts force row level security;
create policy writer on statements_v1.statements_counts to tallystick_writer using (true) with check (true);
create policy staff on statements_v1.statements_counts for select to tallystick_staff using (true);
create policy tenant on statements_v1.statements_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on statements_v1.statements_counts to tallystick_request, tallystick_staff;
create table statements_v1.statement_lines (tenant text not null, id text not null, document_id text not null, site bigint not null, entry_id text not null, created_at timestamptz not null, primary key (tenant, id));
alter table statements_v1.statement_lines enable row level security;
alter table statements_v1.statement_lines force row level security;
create policy writer on statements_v1.statement_lines to tallystick_writer using (true) with check (true);
create policy staff on statements_v1.statement_lines for select to tallystick_staff using (true);
create policy tenant on statements_v1.statement_lines for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on statements_v1.statement_lines to tallystick_request, tallystick_staff;
create index on statements_v1.statement_lines (tenant, created_at, id);
create index on statements_v1.statement_lines (tenant, document_id, created_at, id);
create index on statements_v1.statement_lines (tenant, entry_id, created_at, id);
create table statements_v1.statement_lines_counts (tenant text not null, site bigint not null, n bigint not null, primary key (tenant, site));
alter table statements_v1.statement_lines_counts enable row level security;
alter table statements_v1.statement_lines_counts force row level security;
create policy writer on statements_v1.statement_lines_counts to tallystick_writer using (true) with check (true);
create policy staff on statements_v1.statement_lines_counts for select to tallystick_staff using (true);
create policy tenant on statements_v1.statement_lines_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on statements_v1.statement_lines_counts to tallystick_request, tallystick_staff;

alter table statements_v1.statements_counts set (fillfactor = 50);
create function statements_v1.statements_added() returns trigger language plpgsql as $$ begin
  insert into statements_v1.statements_counts as k (tenant, site, n) select tenant, site, count(*) from added group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function statements_v1.statements_removed() returns trigger language plpgsql as $$ begin
  insert into statements_v1.statements_counts as k (tenant, site, n) select tenant, site, -count(*) from removed group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function statements_v1.statements_moved() returns trigger language plpgsql as $$ begin
  insert into statements_v1.statements_counts as k (tenant, site, n) values (old.tenant, old.site, -1) on conflict (tenant, site) do update set n = k.n - 1;
  insert into statements_v1.statements_counts as k (tenant, site, n) values (new.tenant, new.site, 1) on conflict (tenant, site) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on statements_v1.statements referencing new table as added
  for each statement execute function statements_v1.statements_added();
create trigger removed after delete on statements_v1.statements referencing old table as removed
  for each statement execute function statements_v1.statements_removed();
create trigger moved after update on statements_v1.statements for each row
  when ((old.tenant, old.site) is distinct from (new.tenant, new.site)) execute function statements_v1.statements_moved();

alter table statements_v1.statement_lines_counts set (fillfactor = 50);
create function statements_v1.statement_lines_added() returns trigger language plpgsql as $$ begin
  insert into statements_v1.statement_lines_counts as k (tenant, site, n) select tenant, site, count(*) from added group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function statements_v1.statement_lines_removed() returns trigger language plpgsql as $$ begin
  insert into statements_v1.statement_lines_counts as k (tenant, site, n) select tenant, site, -count(*) from removed group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function statements_v1.statement_lines_moved() returns trigger language plpgsql as $$ begin
  insert into statements_v1.statement_lines_counts as k (tenant, site, n) values (old.tenant, old.site, -1) on conflict (tenant, site) do update set n = k.n - 1;
  insert into statements_v1.statement_lines_counts as k (tenant, site, n) values (new.tenant, new.site, 1) on conflict (tenant, site) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on statements_v1.statement_lines referencing new table as added
  for each statement execute function statements_v1.statement_lines_added();
create trigger removed after delete on statements_v1.statement_lines referencing old table as removed
  for each statement execute function statements_v1.statement_lines_removed();
create trigger moved after update on statements_v1.statement_lines for each row
  when ((old.tenant, old.site) is distinct from (new.tenant, new.site)) execute function statements_v1.statement_lines_moved();

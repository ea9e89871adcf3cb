create schema invoices_v1; grant usage on schema invoices_v1 to tallystick_request, tallystick_staff;
create table invoices_v1.invoices (tenant text not null, id text not null, site bigint not null, kind text not null, status text not null, number text not null, order_id text not null, original_id text not null, refund_id text not null, buyer text not null, buyer_country text not null, currency text not null, net numeric not null, net_rank double precision generated always as (net::double precision) stored, tax numeric not null, tax_rank double precision generated always as (tax::double precision) stored, gross numeric not null, gross_rank double precision generated always as (gross::double precision) stored, issued_on date, due_on date, version int not null, subject text not null, created_at timestamptz not null, created_by text not null, updated_at timestamptz not null, revision bigint not null, primary key (tenant, id));
alter table invoices_v1.invoices enable row level security;
alter table invoices_v1.invoices force row level security;
create policy writer on invoices_v1.invoices to tallystick_writer using (true) with check (true);
create policy staff on invoices_v1.invoices for select to tallystick_staff using (true);
create policy tenant on invoices_v1.invoices for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on invoices_v1.invoices to tallystick_request, tallystick_staff;
create index on invoices_v1.invoices (tenant, number, id);
create index on invoices_v1.invoices (tenant, order_id, id);
create index on invoices_v1.invoices (tenant, gross_rank, gross, id);
create index on invoices_v1.invoices (tenant, coalesce(issued_on, 'infinity'), id);
create index on invoices_v1.invoices (tenant, created_at, id);
create index on invoices_v1.invoices (tenant, updated_at, id);
create index on invoices_v1.invoices (tenant, kind, created_at, id);
create index on invoices_v1.invoices (tenant, status, created_at, id);
create index on invoices_v1.invoices (tenant, order_id, created_at, id);
create index on invoices_v1.invoices (tenant, original_id, created_at, id);
create index on invoices_v1.invoices (tenant, refund_id, created_at, id);
create index on invoices_v1.invoices (tenant, subject);
create index on invoices_v1.invoices (updated_at) where status = 'pending';
create table invoices_v1.invoices_counts (tenant text not null, site bigint not null, kind text not null, status text not null, n bigint not null, primary key (tenant, site, kind, status));
alter table invoices_v1.invoices_counts enable row level security;
alter table invoices_v1.invoices_counts force row level security;
create policy writer on invoices_v1.invoices_counts to tallystick_writer using (true) with check (true);
create policy staff on invoices_v1.invoices_counts for select to tallystick_staff using (true);
create policy tenant on invoices_v1.invoices_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on invoices_v1.invoices_counts to tallystick_request, tallystick_staff;
create table invoices_v1.invoice_counters (tenant text not null, id text not null, site bigint not null, kind text not null, year int not null, series text not null, last_sequence bigint not null, last_number text not null, last_issued_on date, updated_at timestamptz not null, primary key (tenant, id));
alter table invoices_v1.invoice_counters enable row level security;
alter table invoices_v1.invoice_counters force row level security;
create policy writer on invoices_v1.invoice_counters to tallystick_writer using (true) with check (true);
create policy staff on invoices_v1.invoice_counters for select to tallystick_staff using (true);
create policy tenant on invoices_v1.invoice_counters for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on invoices_v1.invoice_counters to tallystick_request, tallystick_staff;
create index on invoices_v1.invoice_counters (tenant, year, id);
create index on invoices_v1.invoice_counters (tenant, updated_at, id);
create index on invoices_v1.invoice_counters (tenant, kind, updated_at, id);
create index on invoices_v1.invoice_counters (tenant, year, updated_at, id);
create table invoices_v1.invoice_counters_counts (tenant text not null, site bigint not null, n bigint not null, primary key (tenant, site));
alter table invoices_v1.invoice_counters_counts enable row level security;
alter table invoices_v1.invoice_counters_counts force row level security;
create policy writer on invoices_v1.invoice_counters_counts to tallystick_writer using (true) with check (true);
create policy staff on invoices_v1.invoice_counters_counts for select to tallystick_staff using (true);
create policy tenant on invoices_v1.invoice_counters_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on invoices_v1.invoice_counters_counts to tallystick_request, tallystick_staff;

alter table invoices_v1.invoices_counts set (fillfactor = 50);
create function invoices_v1.invoices_added() returns trigger language plpgsql as $$ begin
  insert into invoices_v1.invoices_counts as k (tenant, site, kind, status, n) select tenant, site, kind, status, count(*) from added group by tenant, site, kind, status
    on conflict (tenant, site, kind, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function invoices_v1.invoices_removed() returns trigger language plpgsql as $$ begin
  insert into invoices_v1.invoices_counts as k (tenant, site, kind, status, n) select tenant, site, kind, status, -count(*) from removed group by tenant, site, kind, status
    on conflict (tenant, site, kind, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function invoices_v1.invoices_moved() returns trigger language plpgsql as $$ begin
  insert into invoices_v1.invoices_counts as k (tenant, site, kind, status, n) values (old.tenant, old.site, old.kind, old.status, -1) on conflict (tenant, site, kind, status) do update set n = k.n - 1;
  insert into invoices_v1.invoices_counts as k (tenant, site, kind, status, n) values (new.tenant, new.site, new.kind, new.status, 1) on conflict (tenant, site, kind, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on invoices_v1.invoices referencing new table as added
  for each statement execute function invoices_v1.invoices_added();
create trigger removed after delete on invoices_v1.invoices referencing old table as removed
  for each statement execute function invoices_v1.invoices_removed();
create trigger moved after update on invoices_v1.invoices for each row
  when ((old.tenant, old.site, old.kind, old.status) is distinct from (new.tenant, new.site, new.kind, new.status)) execute function invoices_v1.invoices_moved();

alter table invoices_v1.invoice_counters_counts set (fillfactor = 50);
create function invoices_v1.invoice_counters_added() returns trigger language plpgsql as $$ begin
  insert into invoices_v1.invoice_counters_counts as k (tenant, site, n) select tenant, site, count(*) from added group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function invoices_v1.invoice_counters_removed() returns trigger language plpgsql as $$ begin
  insert into invoices_v1.invoice_counters_counts as k (tenant, site, n) select tenant, site, -count(*) from removed group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function invoices_v1.invoice_counters_moved() returns trigger language plpgsql as $$ begin
  insert into invoices_v1.invoice_counters_counts as k (tenant, site, n) values (old.tenant, old.site, -1) on conflict (tenant, site) do update set n = k.n - 1;
  insert into invoices_v1.invoice_counters_counts as k (tenant, site, n) values (new.tenant, new.site, 1) on conflict (tenant, site) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on invoices_v1.invoice_counters referencing new table as added
  for each statement execute function invoices_v1.invoice_counters_added();
create trigger removed after delete on invoices_v1.invoice_counters referencing old table as removed
  for each statement execute function invoices_v1.invoice_counters_removed();
create trigger moved after update on invoices_v1.invoice_counters for each row
  when ((old.tenant, old.site) is distinct from (new.tenant, new.site)) execute function invoices_v1.invoice_counters_moved();

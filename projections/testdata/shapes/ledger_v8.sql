create schema ledger_v8; grant usage on schema ledger_v8 to tallystick_request, tallystick_staff;
create table ledger_v8.journal_entries (tenant text not null, id text not null, site bigint not null, status text not null, number bigint, fiscal_year text not null, journal text not null, origin text not null, date_on date, tax_date_on date, booked_on date, period text not null, late bool not null, currency text not null, base_currency text not null, total numeric not null, total_rank double precision generated always as (total::double precision) stored, memo text not null, confidence numeric not null, confidence_rank double precision generated always as (confidence::double precision) stored, review_reasons json not null, preparers json not null, sources text not null, approved_by text not null, posted_by text not null, posted_at timestamptz, posted_through bigint, reverses text not null, reversed_by text not null, ledger_entry_id text not null, waived bool not null, payload_sha256 text not null, created_at timestamptz not null, created_by text not null, updated_at timestamptz not null, log_revision bigint not null, primary key (tenant, id));
alter table ledger_v8.journal_entries enable row level security;
alter table ledger_v8.journal_entries force row level security;
create policy writer on ledger_v8.journal_entries to tallystick_writer using (true) with check (true);
create policy staff on ledger_v8.journal_entries for select to tallystick_staff using (true);
create policy tenant on ledger_v8.journal_entries for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on ledger_v8.journal_entries to tallystick_request, tallystick_staff;
create index on ledger_v8.journal_entries (tenant, coalesce(date_on, 'infinity'), id);
create index on ledger_v8.journal_entries (tenant, created_at, id);
create index on ledger_v8.journal_entries (tenant, updated_at, id);
create index on ledger_v8.journal_entries (tenant, status, created_at, id);
create index on ledger_v8.journal_entries (tenant, journal, created_at, id);
create index on ledger_v8.journal_entries (tenant, origin, created_at, id);
create index on ledger_v8.journal_entries (tenant, period, created_at, id);
create index on ledger_v8.journal_entries (tenant, ledger_entry_id, created_at, id);
create index on ledger_v8.journal_entries (tenant, site, fiscal_year, journal, number);
create table ledger_v8.journal_entries_counts (tenant text not null, site bigint not null, status text not null, n bigint not null, primary key (tenant, site, status));
alter table ledger_v8.journal_entries_counts enable row level security;
alter table ledger_v8.journal_entries_counts force row level security;
create policy writer on ledger_v8.journal_entries_counts to tallystick_writer using (true) with check (true);
create policy staff on ledger_v8.journal_entries_counts for select to tallystick_staff using (true);
create policy tenant on ledger_v8.journal_entries_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on ledger_v8.journal_entries_counts to tallystick_request, tallystick_staff;
create table ledger_v8.journal_lines (tenant text not null, id text not null, entry_id text not null, line int not null, site bigint not null, account text not null, side text not null, amount numeric not null, amount_rank double precision generated always as (amount::double precision) stored, currency text not null, base_amount numeric not null, base_amount_rank double precision generated always as (base_amount::double precision) stored, base_currency text not null, booked_on date not null, date_on date, tax_date_on date, period text not null, fiscal_year text not null, journal text not null, number bigint not null, origin text not null, tax_code text not null, tax_rate numeric not null, tax_rate_rank double precision generated always as (tax_rate::double precision) stored, tax_base numeric not null, tax_base_rank double precision generated always as (tax_base::double precision) stored, tax_line bool not null, party text not null, settles text not null, posted_at timestamptz not null, posted_through bigint not null, primary key (tenant, id));
alter table ledger_v8.journal_lines enable row level security;
alter table ledger_v8.journal_lines force row level security;
create policy writer on ledger_v8.journal_lines to tallystick_writer using (true) with check (true);
create policy staff on ledger_v8.journal_lines for select to tallystick_staff using (true);
create policy tenant on ledger_v8.journal_lines for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on ledger_v8.journal_lines to tallystick_request, tallystick_staff;
create index on ledger_v8.journal_lines (tenant, booked_on, id);
create index on ledger_v8.journal_lines (tenant, posted_at, id);
create index on ledger_v8.journal_lines (tenant, entry_id, booked_on, id);
create index on ledger_v8.journal_lines (tenant, account, booked_on, id);
create index on ledger_v8.journal_lines (tenant, party, booked_on, id);
create index on ledger_v8.journal_lines (tenant, settles, booked_on, id);
create index on ledger_v8.journal_lines (tenant, site, account, booked_on);
create index on ledger_v8.journal_lines (tenant, site, tax_date_on) where tax_code <> '';
create table ledger_v8.journal_lines_counts (tenant text not null, site bigint not null, n bigint not null, primary key (tenant, site));
alter table ledger_v8.journal_lines_counts enable row level security;
alter table ledger_v8.journal_lines_counts force row level security;
create policy writer on ledger_v8.journal_lines_counts to tallystick_writer using (true) with check (true);
create policy staff on ledger_v8.journal_lines_counts for select to tallystick_staff using (true);
create policy tenant on ledger_v8.journal_lines_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on ledger_v8.journal_lines_counts to tallystick_request, tallystick_staff;
create table ledger_v8.ledger_entries (tenant text not null, id text not null, site bigint not null, status text not null, source text not null, source_ref text not null, kind text not null, placed_at timestamptz not null, booked_on date, currency text not null, net numeric not null, net_rank double precision generated always as (net::double precision) stored, taxes json not null, gross numeric not null, gross_rank double precision generated always as (gross::double precision) stored, country text not null, buyer text not null, snapshot_id text not null, refund_of text not null, tax_check text not null, invoice_id text not null, journal_entry_id text not null, versions int not null, differences int not null, stands text not null, differs bool not null, missing bool not null, sha256 text not null, created_at timestamptz not null, created_by text not null, updated_at timestamptz not null, log_revision bigint not null, primary key (tenant, id));
alter table ledger_v8.ledger_entries enable row level security;
alter table ledger_v8.ledger_entries force row level security;
create policy writer on ledger_v8.ledger_entries to tallystick_writer using (true) with check (true);
create policy staff on ledger_v8.ledger_entries for select to tallystick_staff using (true);
create policy tenant on ledger_v8.ledger_entries for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on ledger_v8.ledger_entries to tallystick_request, tallystick_staff;
create index on ledger_v8.ledger_entries (tenant, placed_at, id);
create index on ledger_v8.ledger_entries (tenant, created_at, id);
create index on ledger_v8.ledger_entries (tenant, updated_at, id);
create index on ledger_v8.ledger_entries (tenant, status, placed_at, id);
create index on ledger_v8.ledger_entries (tenant, source, placed_at, id);
create index on ledger_v8.ledger_entries (tenant, source_ref, placed_at, id);
create index on ledger_v8.ledger_entries (tenant, kind, placed_at, id);
create index on ledger_v8.ledger_entries (tenant, tax_check, placed_at, id);
create index on ledger_v8.ledger_entries (tenant, journal_entry_id, placed_at, id);
create index on ledger_v8.ledger_entries (tenant, source_ref) where source = 'checkouts';
create index on ledger_v8.ledger_entries (tenant, snapshot_id) where snapshot_id <> '';
create table ledger_v8.ledger_entries_counts (tenant text not null, site bigint not null, status text not null, n bigint not null, primary key (tenant, site, status));
alter table ledger_v8.ledger_entries_counts enable row level security;
alter table ledger_v8.ledger_entries_counts force row level security;
create policy writer on ledger_v8.ledger_entries_counts to tallystick_writer using (true) with check (true);
create policy staff on ledger_v8.ledger_entries_counts for select to tallystick_staff using (true);
create policy tenant on ledger_v8.ledger_entries_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on ledger_v8.ledger_entries_counts to tallystick_request, tallystick_staff;
create table ledger_v8.ledger_books (tenant text not null, site bigint not null, closed_through_on date, start_month int not null, primary key (tenant, site));
alter table ledger_v8.ledger_books enable row level security;
alter table ledger_v8.ledger_books force row level security;
create policy writer on ledger_v8.ledger_books to tallystick_writer using (true) with check (true);
create policy staff on ledger_v8.ledger_books for select to tallystick_staff using (true);
create policy tenant on ledger_v8.ledger_books for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on ledger_v8.ledger_books to tallystick_request, tallystick_staff;
create table ledger_v8.ledger_counters (tenant text not null, site bigint not null, fiscal_year text not null, journal text not null, last bigint not null, primary key (tenant, site, fiscal_year, journal));
alter table ledger_v8.ledger_counters enable row level security;
alter table ledger_v8.ledger_counters force row level security;
create policy writer on ledger_v8.ledger_counters to tallystick_writer using (true) with check (true);
create policy staff on ledger_v8.ledger_counters for select to tallystick_staff using (true);
create policy tenant on ledger_v8.ledger_counters for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on ledger_v8.ledger_counters to tallystick_request, tallystick_staff;
create table ledger_v8.ledger_periods (tenant text not null, site bigint not null, period text not null, status text not null, closing_at timestamptz not null, closed_at timestamptz, closed_by text not null, totals json not null, trial_balance_sha256 text not null, entries bigint not null, primary key (tenant, site, period));
alter table ledger_v8.ledger_periods enable row level security;
alter table ledger_v8.ledger_periods force row level security;
create policy writer on ledger_v8.ledger_periods to tallystick_writer using (true) with check (true);
create policy staff on ledger_v8.ledger_periods for select to tallystick_staff using (true);
create policy tenant on ledger_v8.ledger_periods for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on ledger_v8.ledger_periods to tallystick_request, tallystick_staff;

alter table ledger_v8.journal_entries_counts set (fillfactor = 50);
create function ledger_v8.journal_entries_added() returns trigger language plpgsql as $$ begin
  insert into ledger_v8.journal_entries_counts as k (tenant, site, status, n) select tenant, site, status, count(*) from added group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function ledger_v8.journal_entries_removed() returns trigger language plpgsql as $$ begin
  insert into ledger_v8.journal_entries_counts as k (tenant, site, status, n) select tenant, site, status, -count(*) from removed group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function ledger_v8.journal_entries_moved() returns trigger language plpgsql as $$ begin
  insert into ledger_v8.journal_entries_counts as k (tenant, site, status, n) values (old.tenant, old.site, old.status, -1) on conflict (tenant, site, status) do update set n = k.n - 1;
  insert into ledger_v8.journal_entries_counts as k (tenant, site, status, n) values (new.tenant, new.site, new.status, 1) on conflict (tenant, site, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on ledger_v8.journal_entries referencing new table as added
  for each statement execute function ledger_v8.journal_entries_added();
create trigger removed after delete on ledger_v8.journal_entries referencing old table as removed
  for each statement execute function ledger_v8.journal_entries_removed();
create trigger moved after update on ledger_v8.journal_entries for each row
  when ((old.tenant, old.site, old.status) is distinct from (new.tenant, new.site, new.status)) execute function ledger_v8.journal_entries_moved();

alter table ledger_v8.journal_lines_counts set (fillfactor = 50);
create function ledger_v8.journal_lines_added() returns trigger language plpgsql as $$ begin
  insert into ledger_v8.journal_lines_counts as k (tenant, site, n) select tenant, site, count(*) from added group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function ledger_v8.journal_lines_removed() returns trigger language plpgsql as $$ begin
  insert into ledger_v8.journal_lines_counts as k (tenant, site, n) select tenant, site, -count(*) from removed group by tenant, site
    on conflict (tenant, site) do update set n = k.n + excluded.n;
  return null; end $$;
create function ledger_v8.journal_lines_moved() returns trigger language plpgsql as $$ begin
  insert into ledger_v8.journal_lines_counts as k (tenant, site, n) values (old.tenant, old.site, -1) on conflict (tenant, site) do update set n = k.n - 1;
  insert into ledger_v8.journal_lines_counts as k (tenant, site, n) values (new.tenant, new.site, 1) on conflict (tenant, site) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on ledger_v8.journal_lines referencing new table as added
  for each statement execute function ledger_v8.journal_lines_added();
create trigger removed after delete on ledger_v8.journal_lines referencing old table as removed
  for each statement execute function ledger_v8.journal_lines_removed();
create trigger moved after update on ledger_v8.journal_lines for each row
  when ((old.tenant, old.site) is distinct from (new.tenant, new.site)) execute function ledger_v8.journal_lines_moved();

alter table ledger_v8.ledger_entries_counts set (fillfactor = 50);
create function ledger_v8.ledger_entries_added() returns trigger language plpgsql as $$ begin
  insert into ledger_v8.ledger_entries_counts as k (tenant, site, status, n) select tenant, site, status, count(*) from added group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function ledger_v8.ledger_entries_removed() returns trigger language plpgsql as $$ begin
  insert into ledger_v8.ledger_entries_counts as k (tenant, site, status, n) select tenant, site, status, -count(*) from removed group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function ledger_v8.ledger_entries_moved() returns trigger language plpgsql as $$ begin
  insert into ledger_v8.ledger_entries_counts as k (tenant, site, status, n) values (old.tenant, old.site, old.status, -1) on conflict (tenant, site, status) do update set n = k.n - 1;
  insert into ledger_v8.ledger_entries_counts as k (tenant, site, status, n) values (new.tenant, new.site, new.status, 1) on conflict (tenant, site, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on ledger_v8.ledger_entries referencing new table as added
  for each statement execute function ledger_v8.ledger_entries_added();
create trigger removed after delete on ledger_v8.ledger_entries referencing old table as removed
  for each statement execute function ledger_v8.ledger_entries_removed();
create trigger moved after update on ledger_v8.ledger_entries for each row
  when ((old.tenant, old.site, old.status) is distinct from (new.tenant, new.site, new.status)) execute function ledger_v8.ledger_entries_moved();

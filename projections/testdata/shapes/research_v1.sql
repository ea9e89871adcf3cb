create schema research_v1; grant usage on schema research_v1 to tallystick_request, tallystick_staff;
create table research_v1.inquiries (tenant text not null, id text not null, site bigint not null, question text not null, verification_status text not null, category text not null, jurisdiction text not null, tax_year text not null, jurisdictions text[] not null, tax_years text[] not null, findings int not null, asked_by text not null, asked_at timestamptz not null, primary key (tenant, id));
alter table research_v1.inquiries enable row level security;
alter table research_v1.inquiries force row level security;
create policy writer on research_v1.inquiries to tallystick_writer using (true) with check (true);
create policy staff on research_v1.inquiries for select to tallystick_staff using (true);
create policy tenant on research_v1.inquiries for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on research_v1.inquiries to tallystick_request, tallystick_staff;
create index on research_v1.inquiries (tenant, asked_at, id);
create index on research_v1.inquiries (tenant, verification_status, asked_at, id);
create index on research_v1.inquiries (tenant, category, asked_at, id);
create index on research_v1.inquiries (tenant, jurisdiction, asked_at, id);
create index on research_v1.inquiries (tenant, tax_year, asked_at, id);
create table research_v1.inquiries_counts (tenant text not null, site bigint not null, verification_status text not null, n bigint not null, primary key (tenant, site, verification_status));
alter table research_v1.inquiries_counts enable row level security;
alter table research_v1.inquiries_counts force row level security;
create policy writer on research_v1.inquiries_counts to tallystick_writer using (true) with check (true);
create policy staff on research_v1.inquiries_counts for select to tallystick_staff using (true);
create policy tenant on research_v1.inquiries_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on research_v1.inquiries_counts to tallystick_request, tallystick_staff;

alter table research_v1.inquiries_counts set (fillfactor = 50);
create function research_v1.inquiries_added() returns trigger language plpgsql as $$ begin
  insert into research_v1.inquiries_counts as k (tenant, site, verification_status, n) select tenant, site, verification_status, count(*) from added group by tenant, site, verification_status
    on conflict (tenant, site, verification_status) do update set n = k.n + excluded.n;
  return null; end $$;
create function research_v1.inquiries_removed() returns trigger language plpgsql as $$ begin
  insert into research_v1.inquiries_counts as k (tenant, site, verification_status, n) select tenant, site, verification_status, -count(*) from removed group by tenant, site, verification_status
    on conflict (tenant, site, verification_status) do update set n = k.n + excluded.n;
  return null; end $$;
create function research_v1.inquiries_moved() returns trigger language plpgsql as $$ begin
  insert into research_v1.inquiries_counts as k (tenant, site, verification_status, n) values (old.tenant, old.site, old.verification_status, -1) on conflict (tenant, site, verification_status) do update set n = k.n - 1;
  insert into research_v1.inquiries_counts as k (tenant, site, verification_status, n) values (new.tenant, new.site, new.verification_status, 1) on conflict (tenant, site, verification_status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on research_v1.inquiries referencing new table as added
  for each statement execute function research_v1.inquiries_added();
create trigger removed after delete on research_v1.inquiries referencing old table as removed
  for each statement execute function research_v1.inquiries_removed();
create trigger moved after update on research_v1.inquiries for each row
  when ((old.tenant, old.site, old.verification_status) is distinct from (new.tenant, new.site, new.verification_status)) execute function research_v1.inquiries_moved();

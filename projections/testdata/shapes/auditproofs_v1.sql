create schema auditproofs_v1; grant usage on schema auditproofs_v1 to tallystick_request, tallystick_staff;
create table auditproofs_v1.audit_proofs (tenant text not null, id text not null, site bigint not null, period text not null, status text not null, proof_revision int not null, entries bigint not null, ledger_entries bigint not null, totals json not null, root text not null, previous_root text not null, trial_balance_sha256 text not null, checkpoint_size bigint not null, pdf_sha256 text not null, created_at timestamptz not null, created_by text not null, updated_at timestamptz not null, primary key (tenant, id));
alter table auditproofs_v1.audit_proofs enable row level security;
alter table auditproofs_v1.audit_proofs force row level security;
create policy writer on auditproofs_v1.audit_proofs to tallystick_writer using (true) with check (true);
create policy staff on auditproofs_v1.audit_proofs for select to tallystick_staff using (true);
create policy tenant on auditproofs_v1.audit_proofs for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on auditproofs_v1.audit_proofs to tallystick_request, tallystick_staff;
create index on auditproofs_v1.audit_proofs (tenant, period, id);
create index on auditproofs_v1.audit_proofs (tenant, created_at, id);
create index on auditproofs_v1.audit_proofs (tenant, period, period, id);
create index on auditproofs_v1.audit_proofs (tenant, status, period, id);
create table auditproofs_v1.audit_proofs_counts (tenant text not null, site bigint not null, status text not null, n bigint not null, primary key (tenant, site, status));
alter table auditproofs_v1.audit_proofs_counts enable row level security;
alter table auditproofs_v1.audit_proofs_counts force row level security;
create policy writer on auditproofs_v1.audit_proofs_counts to tallystick_writer using (true) with check (true);
create policy staff on auditproofs_v1.audit_proofs_counts for select to tallystick_staff using (true);
create policy tenant on auditproofs_v1.audit_proofs_counts for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on auditproofs_v1.audit_proofs_counts to tallystick_request, tallystick_staff;

alter table auditproofs_v1.audit_proofs_counts set (fillfactor = 50);
create function auditproofs_v1.audit_proofs_added() returns trigger language plpgsql as $$ begin
  insert into auditproofs_v1.audit_proofs_counts as k (tenant, site, status, n) select tenant, site, status, count(*) from added group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function auditproofs_v1.audit_proofs_removed() returns trigger language plpgsql as $$ begin
  insert into auditproofs_v1.audit_proofs_counts as k (tenant, site, status, n) select tenant, site, status, -count(*) from removed group by tenant, site, status
    on conflict (tenant, site, status) do update set n = k.n + excluded.n;
  return null; end $$;
create function auditproofs_v1.audit_proofs_moved() returns trigger language plpgsql as $$ begin
  insert into auditproofs_v1.audit_proofs_counts as k (tenant, site, status, n) values (old.tenant, old.site, old.status, -1) on conflict (tenant, site, status) do update set n = k.n - 1;
  insert into auditproofs_v1.audit_proofs_counts as k (tenant, site, status, n) values (new.tenant, new.site, new.status, 1) on conflict (tenant, site, status) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on auditproofs_v1.audit_proofs referencing new table as added
  for each statement execute function auditproofs_v1.audit_proofs_added();
create trigger removed after delete on auditproofs_v1.audit_proofs referencing old table as removed
  for each statement execute function auditproofs_v1.audit_proofs_removed();
create trigger moved after update on auditproofs_v1.audit_proofs for each row
  when ((old.tenant, old.site, old.status) is distinct from (new.tenant, new.site, new.status)) execute function auditproofs_v1.audit_proofs_moved();

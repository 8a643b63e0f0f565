-- Wrong passwords fade evenly, so what is left of them is no whole number.
alter table login_throttle alter column failures type double precision;
-- An account's devices and sessions are counted apart; they are found by the beginning of the key.
create index on login_throttle (key text_pattern_ops);

-- Files that nothing refers to are removed, so each is looked for where it could be referred to.
create index on identity_verification (licence_file_id) where licence_file_id is not null;
create index on payment (voucher_file_id) where voucher_file_id is not null;
create index on invoice (file_id) where file_id is not null;
create index on installer (file_id) where file_id is not null;
create index on settlement (file_id);
create index on audit_entry ((before ->> 'file')) where action = 'payment.rejected';

-- The keys of automatic renewals get a colon, which no request can have; the hash is that of the key in a list.
update shop_order set request_key = key, request_hash = sha256(convert_to('["' || key || '"]', 'UTF8'))
from (
  select company_id, id, regexp_replace(request_key, '^auto-(.{36})-', 'auto:\1:') as key from shop_order
  where buyer_name = '自动续费' and request_key ~ '^auto-[0-9a-f-]{36}-[0-9]+$'
) as renewal
where shop_order.company_id = renewal.company_id and shop_order.id = renewal.id;

-- Whoever requested a code has tries of their own: wrong ones from elsewhere are counted apart, and do not use them up.
alter table verification_code add column requester bytea;
alter table verification_code add column attempts_elsewhere integer not null default 0;

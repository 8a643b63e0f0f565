-- PostgreSQL 18 has this function; older servers get it before the migrations, whose defaults call it. As there, the
-- milliseconds are followed by twelve bits of their fraction, so that ids made one after the other sort in that order.
create function uuidv7(shift interval default '0') returns uuid language plpgsql volatile parallel safe as $$
declare
  instant numeric := extract(epoch from clock_timestamp() + shift) * 1000;
  fraction integer := (instant % 1) * 4096;
  id bytea := uuid_send(gen_random_uuid());
begin
  id := overlay(id placing substring(int8send(floor(instant)::bigint) from 3) from 1 for 6);
  id := set_byte(id, 6, 112 + (fraction >> 8));
  id := set_byte(id, 7, fraction & 255);
  return encode(id, 'hex')::uuid;
end $$;

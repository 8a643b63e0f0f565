-- Counts changes of prices or of goods on sale, once per transaction and at its commit: counted earlier, two transactions that
-- change the same rows would wait for each other, and an uncommitted count must not be visible.
create or replace function catalogue_changed() returns trigger language plpgsql as $$
begin
  if current_setting('portal.catalogue_counted', true) = 'yes' then return null; end if;
  update catalogue_version set version = version + 1;
  perform set_config('portal.catalogue_counted', 'yes', true);
  return null;
end $$;

do $$
declare priced text;
begin
  foreach priced in array array['access_way', 'goods', 'package_type', 'region', 'sku'] loop
    -- A constraint trigger cannot be replaced.
    execute format('drop trigger if exists catalogue_changed on %I', priced);
    execute format('create constraint trigger catalogue_changed after insert or update or delete on %I
      deferrable initially deferred for each row execute function catalogue_changed()', priced);
  end loop;
end $$;

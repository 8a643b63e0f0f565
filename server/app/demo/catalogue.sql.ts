import type { Database } from '#server/database/database.ts'
import { accessWays, categories, goods, packageTypes, skus } from './catalogue.ts'
import { regions } from './regions.ts'

/**
 * Fills each table with one statement: rows travel as one JSON value, and PostgreSQL finds the rows they refer to by
 * code.
 */
export async function insertCatalogue(database: Database): Promise<void> {
  await database.change`
    insert into region (code, country, city, city_latin, continent, latitude, longitude, sort)
    select code, country, city, city_latin, continent, latitude, longitude, sort
    from jsonb_to_recordset(${JSON.stringify(regions)}::jsonb) as input (code text, country text, city text,
      city_latin text, continent text, latitude numeric, longitude numeric, sort integer)`
  await database.change`
    insert into access_way (code, name, about, sort)
    select code, name, about, sort
    from jsonb_to_recordset(${JSON.stringify(accessWays)}::jsonb)
      as input (code text, name text, about text, sort integer)`
  // Parents come first: a child can find its parent's row only after that statement.
  for (const level of [categories.filter(each => !each.parent), categories.filter(each => each.parent)])
    await database.change`
      insert into category (parent_id, code, name, about, sort)
      select parent.id, input.code, input.name, input.about, input.sort
      from jsonb_to_recordset(${JSON.stringify(level)}::jsonb)
        as input (parent text, code text, name text, about text, sort integer)
      left join category parent on parent.code = input.parent`
  await database.change`
    insert into goods (category_id, code, name, about, sort)
    select category.id, input.code, input.name, input.about, input.sort
    from jsonb_to_recordset(${JSON.stringify(goods)}::jsonb)
      as input (category text, code text, name text, about text, sort integer)
    join category on category.code = input.category`
  await database.change`
    insert into sku (goods_id, region_id, access_way_id, bandwidth, price, list_price)
    select goods.id, region.id, access_way.id, input.bandwidth, input.price, input.list_price
    from jsonb_to_recordset(${JSON.stringify(skus)}::jsonb) as input (goods text, region text, access_way text,
      bandwidth integer, price integer, list_price integer)
    join goods on goods.code = input.goods
    left join region on region.code = input.region
    left join access_way on access_way.code = input.access_way`
  await database.change`
    insert into package_type (category_id, days, discount_percent, sort)
    select category.id, input.days, input.discount_percent, input.sort
    from jsonb_to_recordset(${JSON.stringify(packageTypes)}::jsonb)
      as input (category text, days integer, discount_percent integer, sort integer)
    join category on category.code = input.category`
}

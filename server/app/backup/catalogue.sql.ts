import type { Client } from 'pg'
import { functionTable } from '#server/database/functions.ts'

/** Selects the schemas of the portal and of the job library. */
const schemas = `('public', 'graphile_worker')`
const portalSchemas = (
  catalogued: string,
) => `relnamespace in (select oid from pg_namespace where nspname in ${schemas})
  and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = ${catalogued}.oid and deptype = 'e')`

export interface Table {
  /** The name with its schema, quoted where necessary. */
  name: string
  /** The column names, quoted likewise, without generated columns. */
  columns: string[]
  /** True if row-level security applies to the owner too. */
  forced: boolean
  /** True if this connection's role sees every row: it owns the table, or no policy concerns it. */
  seen: boolean
}

/** Lists every table with data, whichever migration created it, except the one that only describes this database's functions. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', relnamespace::regnamespace, relname) as name, relforcerowsecurity as forced,
      pg_has_role(relowner, 'usage') or (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as seen,
      array(select quote_ident(attname) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
    from pg_class where relkind = 'r' and relname <> '${functionTable}' and ${portalSchemas('pg_class')} order by 1`)
  return rows
}

export interface Sequence {
  name: string
  last_value: string
  is_called: boolean
}

export async function readSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', relnamespace::regnamespace, relname) as name
    from pg_class where relkind = 'S' and ${portalSchemas('pg_class')} order by 1`)
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const { rows: values } = await client.query<Omit<Sequence, 'name'>>(
      `select last_value::text as last_value, is_called from ${name}`,
    )
    const [value] = values
    if (value) sequences.push({ name, ...value })
  }
  return sequences
}

export interface ForeignKey {
  owner: string
  name: string
  definition: string
}

export async function listForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select format('%I.%I', relnamespace::regnamespace, relname) as owner, quote_ident(conname) as name,
      pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and conparentid = 0 and ${portalSchemas('pg_class')} order by 1, 2`)
  return rows
}

/** Lists the triggers that the migrations of the portal's own schema created. */
export async function listTriggers(client: Client): Promise<{ owner: string; name: string }[]> {
  const { rows } = await client.query<{ owner: string; name: string }>(`
    select format('%I.%I', relnamespace::regnamespace, relname) as owner, quote_ident(tgname) as name
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace order by 1, 2`)
  return rows
}

/** Reports whether the portal's schemas contain anything. */
export async function hasContent(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(`
    select exists (select from pg_class where relkind in ('r', 'p', 'v', 'm', 'f', 'S') and ${portalSchemas('pg_class')}) as found`)
  return rows[0]?.found ?? true
}

export async function readMigrations(client: Client): Promise<{ name: string; sha256: string }[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from portal_migration order by name',
  )
  return rows
}

export async function readJobsLevel(client: Client): Promise<number> {
  const { rows } = await client.query<{ level: number }>(
    'select coalesce(max(id), 0)::integer as level from graphile_worker.migrations',
  )
  return rows[0]?.level ?? 0
}

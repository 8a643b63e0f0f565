import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AppliedFile, MigrationError, type SqlFile } from './sql-files.ts'

// Nothing had been released when the 163 migrations of commit 6cec96d7 were squashed into a baseline by module. A database that has
// run exactly those has the baseline's tables and rows, so only its migration records are replaced.

/** Reads the migrations before the squash, as a database remembers them. */
export async function readSquashed(): Promise<AppliedFile[]> {
  const lines = await readFile(join(import.meta.dirname, 'squashed.sha256'), 'utf8')
  return [...lines.matchAll(/^(\w+) {2}(.+)$/gm)].map(([, sha256 = '', name = '']) => ({ name, sha256 }))
}

/** The first migration of a database that has not even been through the squash before this one, which that commit brings over. */
const firstOfAll = '1e00f0b9c389eb1751f9bd594d197b3c87b4d5d568650d9f9ace57ecd3f356ff'

/** The last file of the baseline. */
export const baselineEnd = '0028-channels.sql'

/**
 * Gives one index the name that it has in the baseline, and makes up for what programs of before left undone beside newer ones: none of
 * them can use the database any more. They did not write down when they issued an invoice, which was their decision.
 */
export const squashDifferences = `
  alter index if exists shop_order_company_id_invoice_id_idx2 rename to shop_order_company_id_invoice_id_idx1;
  drop function if exists refund_suspends() cascade;
  drop function if exists refund_suspends_no_more() cascade;
  delete from portal_function where name = 'refund_suspends.sql';
  update invoice set issued_at = decided_at where issued_at is null and invoice_number is not null`

/**
 * Returns the files of the baseline if these are the migrations of a database from before the squash, or undefined for any other
 * database. Throws MigrationError if only some of those have run.
 */
export async function baselineOf<File extends SqlFile>(
  applied: AppliedFile[],
  files: File[],
): Promise<File[] | undefined> {
  const squashed = new Map((await readSquashed()).map(({ name, sha256 }) => [name, sha256]))
  const ofBefore = applied.filter(({ name, sha256 }) => squashed.get(name) === sha256)
  if (!ofBefore.length && !applied.some(({ sha256 }) => sha256 === firstOfAll)) return undefined
  if (applied.length !== squashed.size || ofBefore.length !== squashed.size)
    throw new MigrationError(
      '这个数据库停在提交 6cec96d7 之前的版本，那时的迁移已经合并：请先用提交 6cec96d7 的程序启动一次，再使用这个版本',
    )
  return files.filter(({ name }) => name <= baselineEnd)
}

import { type AppliedFile, MigrationError, type SqlFile } from './sql-files.ts'

// Nothing had been released when the twenty migrations of commit 4e7f7ed were squashed into a baseline. A database that has run
// exactly those has the baseline's tables and rows, so only its migration records are replaced.

/** The migrations before the squash, as a database remembers them. */
export const squashed: AppliedFile[] = [
  { name: '0001-foundation.sql', sha256: '1e00f0b9c389eb1751f9bd594d197b3c87b4d5d568650d9f9ace57ecd3f356ff' },
  { name: '0002-demo-outbox.sql', sha256: 'dfcdab161a312fd208f373c22954f68bac6f848d57a7ef6f57152fa608ec4037' },
  { name: '0003-content.sql', sha256: 'd95e6035cda93351e46e8f0705429748c4b6c32b26163d314499c09389bb14c1' },
  { name: '0004-people.sql', sha256: '6a1b1e9d7705d148fe9b6d5bc63e89832abf82d194e773b15a52611917c15ba9' },
  { name: '0005-counters.sql', sha256: '97af457718da47f00f437a2c46f4a741cc54cf1fdde284dc68595f02d52350b2' },
  { name: '0006-shop.sql', sha256: '88cdf2f244bf1faeddb9ff1fdf42f6db1557ea7ba93f206ceb9bb1ee40dd58de' },
  { name: '0007-money.sql', sha256: '9b40e684958acf13f53af090a023bd56cdbcfa1a3a0cbb3454182df45f2c9abf' },
  { name: '0008-lines.sql', sha256: '25b7739aed866267f815fd7723dd5f9948361d18f77b56ef1fbcd1cf21d0466a' },
  { name: '0009-operators.sql', sha256: 'b2c24e0a45b1ddb73f1e54c09d6cd64c3ab9c8b0c2d40cbb6c9f7202a9bb622b' },
  { name: '0010-scale.sql', sha256: '835726f62d10af113fc500d1eb5270810b053921f338a100fd12e6adf347156f' },
  { name: '0011-reviews.sql', sha256: '07b59ccc991e53560f284640bd3cd2abce242ac4f3d7daa1cf9bdc695a27b2e3' },
  { name: '0012-sales.sql', sha256: 'e4f030a6470cd6a94887455f99a55689e1dd6fec5d8f3309d0efdc4692916ab8' },
  { name: '0013-companies.sql', sha256: 'f410e5e0f550b16ca136a7f08b7baf3db1033615f6cc0c1040d17fe6f693ee0f' },
  { name: '0014-prices.sql', sha256: '532bb812cbd4af79c1d24272d9cf57fa34d9fbf6ff270de9dd45a9f437b239c4' },
  { name: '0015-channels.sql', sha256: 'c61c98c5d31118503fe5dd9bb2ef6c2f38621971d81245f0de0f364f82a8b6d1' },
  { name: '0016-network.sql', sha256: '87cc1e301016975f3b77a30d2dde57213c46a5a0fc3e0af15e23d28853266df0' },
  { name: '0017-content.sql', sha256: '98caf02fcf0948d771c057c0b0b0a85973087e4d2db1f4c331f63f437bf72ae1' },
  { name: '0018-back-office.sql', sha256: '61579aa57b5790b0f999388e98a0003da319c820e42c73f904401ac62f17a335' },
  { name: '0019-waiting-devices.sql', sha256: '47867b3a41ee6ae304ba08cbe9991fc42b2b675af87e8ada68a914924c2e4034' },
  { name: '0020-searches.sql', sha256: '39632685961358215254c0a30c492810f3a59820abf46a1a27e9a38ab726dcc7' },
]

/** The last file of the baseline. */
export const baselineEnd = '0017-channels.sql'

/** Removes the differences that the twenty left behind: two indexes with a second name, and one duplicate index. */
export const squashDifferences = `
  alter index if exists audit_entry_target_created_at_idx1 rename to audit_entry_target_created_at_idx;
  alter index if exists shop_order_company_id_created_at_id_idx1 rename to shop_order_company_id_created_at_id_idx;
  drop index if exists company_verified_at_idx1;`

/**
 * Returns the files of the baseline if these are the migrations of a database from before the squash, or undefined for
 * any other database. Throws MigrationError if only some of the twenty have run.
 */
export function baselineOf<File extends SqlFile>(applied: AppliedFile[], files: File[]): File[] | undefined {
  const isSquashed = ({ name, sha256 }: AppliedFile) =>
    squashed.some(file => file.name === name && file.sha256 === sha256)
  if (!applied.some(isSquashed)) return undefined
  if (applied.length !== squashed.length || !applied.every(isSquashed))
    throw new MigrationError(
      '这个数据库停在提交 4e7f7ed 之前的版本，那时的迁移已经合并：请先用提交 4e7f7ed 的程序启动一次，再使用这个版本',
    )
  return files.filter(({ name }) => name <= baselineEnd)
}

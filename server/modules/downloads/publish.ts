import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { versionPattern, wrongAddress, wrongFile } from '#contract/installer-names.ts'
import type { OperationOutput, OperationParsed } from '#contract/operations/index.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import type { Database } from '#server/database/database.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { removeUnlessWritten } from '#server/engines/files/remove-unless-written.ts'
import { newKey, safeName } from '#server/engines/files/uploads.ts'
import type { Services } from '#server/engines/services.ts'
import { insertInstaller, insertInstallerFile, lockType, type NewInstaller } from './downloads.sql.ts'
import { installerAddress, newestInstaller } from './downloads.ts'
import { measure } from './measure.ts'

/** If the operator knows the hash from another source, the file must match it. */
export type Release = OperationParsed<'uploadInstaller'> & {
  fileName: string
  content: Readable
}

type Needed = Pick<Services, 'config' | 'system' | 'storage'>
type InTransaction = <Answer extends object>(work: (transaction: Database) => Promise<Answer>) => Promise<Answer>

/** Stores an installer from its stream and makes it the newest of its type. */
export async function publishInstaller(
  { config, system, storage }: Needed,
  release: Release,
  inTransaction: InTransaction = work => system.transaction(work),
): Promise<OperationOutput<'uploadInstaller'>> {
  const { version, size, content } = release
  const extension = extname(release.fileName).slice(1).toLowerCase()
  const wrong = wrongFile(release.client_type, release.fileName)
  if (wrong) throw new OperatorProblem(wrong, 'file')
  if (!versionPattern.test(version)) throw new OperatorProblem('版本号写作 12.0.1', 'version')
  await requireNewer({ config, system }, release)
  const contentType = 'application/octet-stream'
  const storageKey = newKey('installer', extension)
  const measured = measure(content, size)
  await storage.put(storageKey, measured.content, { contentType, size })
  const sha256 = measured.sha256()
  return removeUnlessWritten({ system, storage }, storageKey, async written => {
    if (release.sha256 && release.sha256 !== sha256)
      throw new OperatorProblem(`文件的 SHA-256 与填写的不一致，实际为 ${sha256}`, 'sha256')
    return inTransaction(async transaction => {
      written()
      const file_name = safeName(release.fileName, extension)
      const file = await insertInstallerFile(transaction, {
        content_type: contentType,
        size,
        sha256,
        storage_key: storageKey,
        file_name,
      })
      const installer_id = await addInstaller(transaction, config, { ...release, sha256, file_id: file.id, url: null })
      return { installer_id, sha256, url: installerAddress(config, installer_id, file_name) }
    })
  })
}

/** Publishes an installer at an external address. Its file is not read: people who download it compare the hash. */
export async function publishAddress(
  transaction: Database,
  config: Needed['config'],
  release: OperationParsed<'publishInstallerAddress'>,
): Promise<{ installer_id: string }> {
  // /download/windows redirects to the newest installer: as an installer's address it would redirect to itself.
  if (hostsOf(config).includes(new URL(release.url).host))
    throw new OperatorProblem('这是本站的地址，请上传文件', 'url')
  const wrong = wrongAddress(release.client_type, release.url)
  if (wrong) throw new OperatorProblem(wrong, 'url')
  return { installer_id: await addInstaller(transaction, config, { ...release, file_id: null }) }
}

/** Returns the hosts that the portal answers to. */
const hostsOf = ({ publicUrl, mobileHosts }: Needed['config']) => [
  new URL(publicUrl).host,
  ...Object.entries(mobileHosts).flat(),
]

/** Every way to publish ends here: the installers of a type are published one after the other, each newer than the last. */
async function addInstaller(transaction: Database, config: Needed['config'], release: NewInstaller): Promise<string> {
  const { client_type, version, size, sha256, force_update, url } = release
  // Includes an installer that was published while this one was uploaded.
  await lockType(transaction, client_type)
  await requireNewer({ config, system: transaction }, release)
  const installer = await insertInstaller(transaction, release)
  if (!installer) throw alreadyPublished(version)
  await recordAudit(transaction, {
    action: 'installer.published',
    target: `installer:${installer.id}`,
    after: { clientType: client_type, version, size, sha256, forceUpdate: force_update, ...(url && { url }) },
  })
  return installer.id
}

const alreadyPublished = (version: string) => new OperatorProblem(`${version} 已发布过，请使用新的版本号`, 'version')

/** Clients compare versions, so one that is not newer would never be taken. */
async function requireNewer(
  { config, system }: Pick<Needed, 'config' | 'system'>,
  { client_type, version }: Pick<Release, 'client_type' | 'version'>,
): Promise<void> {
  const current = await newestInstaller(system, config, client_type)
  if (!current || isNewer(version, current.version)) return
  if (version === current.version) throw alreadyPublished(version)
  throw new OperatorProblem(`版本号须高于当前的 ${current.version}`, 'version')
}

export function isNewer(version: string, than: string): boolean {
  const [one, other] = [version, than].map(each => each.split('.').map(Number))
  for (let place = 0; place < 4; place++) {
    const difference = (one?.[place] ?? 0) - (other?.[place] ?? 0)
    if (difference) return difference > 0
  }
  return false
}

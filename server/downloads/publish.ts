import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { installerExtensions, versionPattern } from '#contract/operations/installer-names.ts'
import { recordAudit } from '../operations/audit.ts'
import { OperatorProblem } from '../operations/problem.ts'
import type { Services } from '../services.ts'
import { newKey, safeName } from '../uploads/uploads.ts'
import { insertInstaller, insertInstallerFile, lockType } from './downloads.sql.ts'
import { type ClientType, newestInstaller } from './downloads.ts'

/** Why an installer could not be published; the text is for the operator. */
export class PublishProblem extends OperatorProblem {}

export interface Release {
  clientType: ClientType
  version: string
  notes: string
  forceUpdate: boolean
  fileName: string
  /** Bytes. */
  size: number
  /** In hex, where the operator knows it from elsewhere: what comes must be that. */
  sha256?: string | undefined
  content: Readable
  /** Operator or command line, for the audit. */
  actor: string
}

interface Published {
  id: string
  url: string
  /** Announced to everyone who downloads. */
  sha256: string
}

type Needed = Pick<Services, 'config' | 'system' | 'storage'>

/** Stores an installer as it comes and makes it the newest of its type, from this moment on. */
export async function publishInstaller({ config, system, storage }: Needed, release: Release): Promise<Published> {
  const { clientType, version, size, content } = release
  const extension = extname(release.fileName).slice(1).toLowerCase()
  if (!installerExtensions.some(known => known === extension))
    throw new PublishProblem('安装包须为 exe、msi、zip、dmg、pkg 或 apk 文件')
  if (!versionPattern.test(version)) throw new PublishProblem('版本号写作 12.0.1')
  await requireNewer({ config, system }, release)
  const contentType = 'application/octet-stream'
  const storageKey = newKey('installer', extension)
  const measured = measure(content, size)
  await storage.put(storageKey, measured.content, { contentType, size })
  const sha256 = measured.sha256()
  try {
    if (release.sha256 && release.sha256 !== sha256)
      throw new PublishProblem(`文件的 SHA-256 与填写的不一致，实际为 ${sha256}`)
    const id = await system.transaction(async transaction => {
      // What came while this one was on its way counts too.
      await lockType(transaction, clientType)
      await requireNewer({ config, system: transaction }, release)
      const fileName = safeName(release.fileName, extension)
      const file = await insertInstallerFile(transaction, { contentType, size, sha256, storageKey, fileName })
      const installer = file && (await insertInstaller(transaction, { ...release, sha256, fileId: file.id }))
      if (!installer) throw new PublishProblem(`${version} 已发布过，请使用新的版本号`)
      await recordAudit(transaction, {
        actor: release.actor,
        action: 'installer.published',
        target: `installer:${installer.id}`,
        after: { clientType, version, size, sha256, forceUpdate: release.forceUpdate },
      })
      return installer.id
    })
    const published = await newestInstaller(system, config, clientType)
    return { id, sha256, url: published?.url ?? '' }
  } catch (error) {
    await storage.remove(storageKey)
    throw error
  }
}

/** Clients compare versions: one that is not newer would never be taken. */
async function requireNewer({ config, system }: Pick<Needed, 'config' | 'system'>, release: Release): Promise<void> {
  const current = await newestInstaller(system, config, release.clientType)
  if (!current || isNewer(release.version, current.version)) return
  throw new PublishProblem(
    release.version === current.version
      ? `${release.version} 已发布过，请使用新的版本号`
      : `版本号须高于当前的 ${current.version}`,
  )
}

export function isNewer(version: string, than: string): boolean {
  const [one, other] = [version, than].map(each => each.split('.').map(Number))
  for (let place = 0; place < 4; place++) {
    const difference = (one?.[place] ?? 0) - (other?.[place] ?? 0)
    if (difference) return difference > 0
  }
  return false
}

/** Counts and hashes what passes; what is not as long as announced ends in an error, before or after. */
function measure(content: Readable, size: number) {
  const hash = createHash('sha256')
  async function* passing() {
    let passed = 0
    for await (const chunk of content) {
      passed += chunk.length
      if (passed > size) break
      hash.update(chunk)
      yield chunk
    }
    if (passed !== size) throw new PublishProblem('收到的文件与声明的大小不符，请重新上传')
  }
  return { content: Readable.from(passing(), { objectMode: false }), sha256: () => hash.digest('hex') }
}

import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { recordAudit } from '../operations/audit.ts'
import { OperatorProblem } from '../operations/problem.ts'
import type { Services } from '../services.ts'
import { newKey, safeName } from '../uploads/uploads.ts'
import { insertInstaller, insertInstallerFile } from './downloads.sql.ts'
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
  /** Of `content`, in hex: announced to everyone who downloads. */
  sha256: string
  content: Readable
  /** Operator or command line, for the audit. */
  actor: string
}

const extensionPattern = /^\.(?:exe|msi|zip|dmg|pkg|apk)$/

/** Stores an installer and makes it the newest of its type, from this moment on. Answers its address. */
export async function publishInstaller(
  { config, system, storage }: Pick<Services, 'config' | 'system' | 'storage'>,
  release: Release,
): Promise<string> {
  const extension = extname(release.fileName).toLowerCase()
  if (!extensionPattern.test(extension)) throw new PublishProblem('安装包须为 exe、msi、zip、dmg、pkg 或 apk 文件')
  if (!/^\d+(?:\.\d+){1,3}$/.test(release.version)) throw new PublishProblem('版本号写作 12.0.1')
  const contentType = 'application/octet-stream'
  const { clientType, version, sha256, size } = release
  const storageKey = newKey('installer', extension.slice(1))
  await storage.put(storageKey, release.content, { contentType, size })
  try {
    await system.transaction(async transaction => {
      const fileName = safeName(release.fileName, extension.slice(1))
      const file = await insertInstallerFile(transaction, { contentType, size, sha256, storageKey, fileName })
      const installer = file && (await insertInstaller(transaction, { ...release, fileId: file.id }))
      if (!installer) throw new PublishProblem(`${version} 已发布过，请使用新的版本号`)
      await recordAudit(transaction, {
        actor: release.actor,
        action: 'installer.published',
        target: `installer:${installer.id}`,
        after: { clientType, version, size, sha256 },
      })
    })
  } catch (error) {
    await storage.remove(storageKey)
    throw error
  }
  const published = await newestInstaller(system, config, clientType)
  return published?.url ?? ''
}

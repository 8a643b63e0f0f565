/** Names and limits of the installers module. Its pages use this file, so it must not import zod. */
export const installerStates = ['current', 'earlier', 'withdrawn'] as const
export type InstallerState = (typeof installerStates)[number]

/** The platforms, by the numbers with which clients report their system. */
export const clientTypeNames = { 1: 'Windows', 4: 'Mac', 2: 'Android' } as const
export const clientTypeOrder = [1, 4, 2] as const

/** The largest installer, in gigabytes. */
export const installerGigabytes = 1
export const installerBytes = installerGigabytes * 1024 ** 3
export const installerExtensions = { 1: ['exe', 'msi', 'zip'], 4: ['dmg', 'pkg', 'zip'], 2: ['apk'] } as const
type ClientType = keyof typeof installerExtensions

const hasExtension = (fileName: string, extensions: readonly string[]) =>
  extensions.some(extension => fileName.toLowerCase().endsWith(`.${extension}`))

/** Returns why a file of this name cannot be an installer for the platform, which would be offered a program of another. */
export const wrongFile = (clientType: ClientType, fileName: string): string | undefined =>
  hasExtension(fileName, installerExtensions[clientType])
    ? undefined
    : `${clientTypeNames[clientType]} 的安装包须为 ${installerExtensions[clientType].join('、')} 文件`

/** As for a file, except that an address need not tell the extension: it may redirect to the file. */
export const wrongAddress = (clientType: ClientType, address: string): string | undefined => {
  const [path = ''] = address.split(/[?#]/)
  return hasExtension(path, Object.values(installerExtensions).flat()) ? wrongFile(clientType, path) : undefined
}

/** A version like 12.0.1. */
export const versionPattern = /^\d{1,6}(?:\.\d{1,6}){1,3}$/

import { readFileSync, writeFileSync } from 'node:fs'

/*
 * `npm ci` refuses a lock file that lacks a package's optional parts for other systems, and npm leaves out those that its registry
 * does not have. Run this after every change of dependencies: it derives the missing entries from their names.
 */
interface Entry {
  version?: string
  dev?: true
  optional?: true
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
const file = 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }
const { packages } = lock
const systems = ['android', 'darwin', 'freebsd', 'linux', 'win32', 'openharmony']
const processors = ['arm64', 'x64', 'ia32', 'arm', 'riscv64', 'ppc64', 's390x', 'loong64', 'wasm32']

for (const [path, { dev, optionalDependencies = {} }] of Object.entries(packages))
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const target = `node_modules/${name}`
    if (packages[target] || packages[`${path}/${target}`]) continue
    const parts = name.split(/[/-]/)
    const [os, cpu] = [systems, processors].map(names => parts.find(part => names.includes(part)))
    const libc = parts.some(part => part.startsWith('musl'))
      ? 'musl'
      : parts.some(part => part.startsWith('gnu')) && 'glibc'
    packages[target] = {
      version,
      ...(cpu && { cpu: [cpu] }),
      ...(dev && { dev }),
      ...(libc && { libc: [libc] }),
      optional: true,
      ...(os && { os: [os] }),
    }
    console.log(`${name} ${version}`)
  }
const sorted = Object.entries(packages).sort(([one], [other]) => (one < other ? -1 : 1))
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`)

import { createServer } from 'node:net'
import type { Config } from '#server/core/config.ts'
import { StartupError } from './check.ts'

type Place = Pick<Config, 'host' | 'port'>

/** Checks that the portal can listen at its address, by briefly listening there. */
export async function checkListening({ host, port }: Place): Promise<string> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port }, resolve)
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE' && (await isPortal({ host, port })))
      throw new StartupError(`${host}:${port} 已有一个门户在运行：请先停止它，或换一个端口，例如 PORT=8081 npm start`)
    throw listeningTrouble(error, { host, port }) ?? error
  } finally {
    await new Promise(resolve => server.close(resolve))
  }
  return `${host}:${port} 空闲`
}

/** The same check when the portal itself may be running and occupying the port. */
export async function checkListeningOrRunning(place: Place): Promise<string> {
  try {
    return await checkListening(place)
  } catch (error) {
    if (await isPortal(place)) return `门户正在 ${place.host}:${place.port} 运行`
    throw error
  }
}

async function isPortal({ host, port }: Place): Promise<boolean> {
  const own = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  try {
    const answer = await fetch(`http://${own}:${port}/healthz`, {
      signal: AbortSignal.timeout(2000),
      redirect: 'error',
    })
    return answer.ok && ((await answer.json()) as { status?: unknown }).status === 'ok'
  } catch {
    return false
  }
}

/** Returns undefined for an error that is not about the address. */
export function listeningTrouble(error: unknown, { host, port }: Place): StartupError | undefined {
  const { code } = error as NodeJS.ErrnoException
  switch (code) {
    case 'EADDRINUSE':
      return new StartupError(`端口 ${port} 已被占用：请停止占用它的程序，或换一个端口，例如 PORT=8081 npm start`)
    case 'EACCES':
      return new StartupError(`本用户不能监听端口 ${port}：请用 1024 以上的端口，前面放反向代理`)
    case 'EADDRNOTAVAIL':
      return new StartupError(`HOST=${host} 不是本机的地址：请写本机的地址，监听全部网卡写 0.0.0.0`)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartupError(`HOST=${host} 找不到这个主机名：请写本机的地址，只在本机使用写 127.0.0.1`)
  }
  return undefined
}

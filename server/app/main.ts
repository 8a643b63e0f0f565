import { demoPassword, introduced, operators } from '#server/app/demo/companies.ts'
import { type Config, readConfig } from '#server/core/config.ts'
import { printFailure } from './readable-message.ts'
import { restarting } from './restarting.ts'
import { startPortal } from './start.ts'
import type { loadWebBuild } from './web-build.ts'

/** Starts the portal and runs it until it is told to stop. `loadWeb` loads the pages from elsewhere than their build. */
export async function main(loadWeb?: typeof loadWebBuild): Promise<void> {
  try {
    const config = readConfig(process.env)
    const running = restarting(restart => startPortal(config, { loadWeb, restart }))
    const { address, services } = await running.start()
    const { log } = services
    if (config.mode === 'demo') console.log(welcome(address, config))

    let stops = 0
    const stop = async (signal: NodeJS.Signals) => {
      stops += 1
      if (stops > 1) process.exit(1)
      log.info(`收到 ${signal}，正在停止`)
      try {
        await running.stop()
        log.info('已停止')
      } catch (error) {
        log.error({ err: error }, '停止时出现问题')
        process.exitCode = 1
      }
      process.exit()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  } catch (error) {
    printFailure(error)
    process.exit(1)
  }
}

function welcome(address: string, { brandName }: Pick<Config, 'brandName'>): string {
  const rows = introduced.map(({ who, phone }) => `    ${who}  ${phone} / ${demoPassword}`)
  const [owner, ...others] = operators.map(({ name }) => name)
  return `
  ${brandName}已启动：${address}

  演示账号
${rows.join('\n')}
  运营后台  ${address}/operations
    负责人　　　  ${owner} / ${demoPassword}
    其他角色　　  ${others.join('、')} / ${demoPassword}
  推广码  HYL666
  短信发件箱  ${address}/demo
  接口文档  ${address}/api/docs

  按 Ctrl-C 停止
`
}

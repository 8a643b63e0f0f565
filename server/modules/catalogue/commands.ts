import { readFile } from 'node:fs/promises'
import { addressColumns } from '#contract/operations/network-names.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import type { Services } from '#server/engines/services.ts'
import { listStock } from './import-stock.sql.ts'
import { importStock } from './import-stock.ts'

export const stockHelp = `  stock list                                    列出各地区与接入方式的地址库存
  stock import <csv文件>                        导入地址，首行为 ${addressColumns.join(',')}；有误的行逐行列出，其余入库`

type Run = (work: (services: Pick<Services, 'system'>) => Promise<void>) => Promise<void>

/** The most faulty rows that are shown; beyond it, they are wrong for the same reason. */
const shownProblems = 100

export async function stockCommand(run: Run, [action, path]: string[]): Promise<void> {
  if (action === 'list') return run(showStock)
  if (action !== 'import') throw new CommandUsage()
  if (!path) throw new CommandUsage('请写明 CSV 文件')
  const csv = await readFile(path, 'utf8').catch(() => {
    throw new CommandUsage(`找不到文件 ${path}`)
  })
  return run(async services => {
    const { added, problems } = await importStock(services, { csv })
    for (const { line, problem } of problems.slice(0, shownProblems)) console.error(`第 ${line} 行：${problem}`)
    if (problems.length > shownProblems) console.error(`…… 另有 ${problems.length - shownProblems} 行`)
    console.log(`已入库 ${added} 个地址${problems.length ? `，${problems.length} 行有误未入库` : ''}`)
    if (problems.length) process.exitCode = 1
  })
}

async function showStock({ system }: Pick<Services, 'system'>): Promise<void> {
  const stock = await listStock(system)
  for (const { region, place, way, free, reserved, held, bound, cooling } of stock)
    console.log(
      `${region}  ${place}  ${way}  可售 ${free - reserved}  已预订 ${reserved}  已绑定 ${bound}  冷却 ${cooling}  保留 ${held}`,
    )
  console.log(stock.length ? `共 ${stock.length} 种库存` : '库存为空')
}

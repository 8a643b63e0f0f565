import { clientTypes } from '#contract/rules.ts'
import type { Database } from '#server/database/database.ts'
import type { Services } from '#server/engines/services.ts'
import { sha256, storeFile } from './files.ts'
import { makeZip } from './zip.ts'

interface DemoInstaller {
  clientType: number
  system: string
  slug: string
  version: string
  days: number
  notes: string
}

const installers: DemoInstaller[] = [
  {
    clientType: clientTypes.windows,
    system: 'Windows 10 / 11（64 位）',
    slug: 'windows',
    version: '12.0.0',
    days: 96,
    notes: '- 全新的一键组网：登录后自动选择已授权的线路\n- 新增设备信息上报，配合控制台的设备审核',
  },
  {
    clientType: clientTypes.windows,
    system: 'Windows 10 / 11（64 位）',
    slug: 'windows',
    version: '12.0.1',
    days: 18,
    notes:
      '- 首页按地区展示可用线路，并标注独享 IP\n- 常用海外站点一键打开\n- 网络切换（有线与无线之间）后自动恢复连接\n- 修复休眠唤醒后线路状态显示不准确的问题',
  },
  {
    clientType: clientTypes.mac,
    system: 'macOS 13 及以上（Apple 芯片与 Intel）',
    slug: 'mac',
    version: '12.0.1',
    days: 18,
    notes: '- 同时支持 Apple 芯片与 Intel 处理器\n- 常用海外站点一键打开\n- 菜单栏显示当前线路与剩余时长',
  },
  {
    clientType: clientTypes.android,
    system: 'Android 10 及以上',
    slug: 'android',
    version: '12.0.0',
    days: 32,
    notes: '- 支持手机与平板\n- 到期前在通知栏提醒\n- 优化后台保持连接时的耗电',
  },
]

const note = (brand: string, { system, version }: DemoInstaller) =>
  `${brand} 客户端 ${version} 演示安装包
适用系统：${system}

这是演示站点附带的示例文件，用于体验下载、校验与版本发布的完整流程，其中不含可运行的程序。
正式环境中，运营人员发布的安装包会替换它；下载页展示的大小与 SHA-256 均按实际文件计算。

校验方法
  Windows：certutil -hashfile <文件名> SHA256
  macOS：shasum -a 256 <文件名>
  Android：使用任意支持 SHA-256 的文件校验工具
`.replaceAll('\n', '\r\n')

export async function insertInstallers(
  database: Database,
  { config, storage }: Pick<Services, 'config' | 'storage'>,
): Promise<void> {
  const latin = config.brandLatin.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'client'
  for (const installer of installers) {
    const { clientType, slug, version, days, notes } = installer
    const content = makeZip('演示安装包说明.txt', Buffer.from(`\ufeff${note(config.brandName, installer)}`))
    const name = `${latin}-${slug}-${version}-demo.zip`
    const fileId = await storeFile(database, storage, {
      key: `installer/demo/${slug}-${version}.zip`,
      name,
      purpose: 'installer',
      contentType: 'application/zip',
      content,
    })
    await database.change`
      insert into installer (client_type, version, file_id, size, sha256, notes, published_at)
      values (${clientType}, ${version}, ${fileId}, ${content.length}, ${sha256(content)}, ${notes},
        now() - make_interval(days => ${days}::integer))`
  }
}

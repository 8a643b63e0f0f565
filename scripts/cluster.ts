import { startCluster } from '../faults/cluster/cluster.ts'

/*
 * `npm run cluster`: nginx, three replicas of the portal, a primary and a synchronous standby with a promoter, all on this
 * machine's loopback and in a temporary folder. For trying out what happens when one of them fails.
 */
console.log('正在启动：PostgreSQL 主库与同步备库、三个门户、nginx……')
const cluster = await startCluster({ log: console.log })
const primary = cluster.pair.primary()
console.log(`
  门户（nginx）  ${cluster.url}
${cluster.replicas.map(({ url, pid }, index) => `  副本 ${index + 1}        ${url}（进程 ${pid}）`).join('\n')}
  主库          127.0.0.1:${primary.port}（进程 ${primary.pid()}；kill -9 之后约一秒由备库接替）
  DATABASE_URL  ${cluster.databaseUrl}
  日志与数据    ${cluster.folder}

  上传的文件在各副本自己的目录里，没有共用（部署时用 STORAGE=s3）。按 Ctrl-C 全部停止并删除。
`)
let stops = 0
const stop = async () => {
  stops += 1
  if (stops > 1) return
  await cluster.end()
  process.exit()
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)

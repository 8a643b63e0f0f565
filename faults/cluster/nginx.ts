import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#server/database/embedded-postmaster.ts'

const program = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync)
const deployed = join(import.meta.dirname, '../../deploy/nginx')

/** Returns the deployed site's configuration, with the portals at `ports`, over HTTP on the loopback. */
function localSite(port: number, ports: number[]): string {
  const site = readFileSync(join(deployed, 'portal.conf'), 'utf8')
  const [head = '', , , main = ''] = site.split(/^server \{$/m)
  const line = /^ {4}server 127\.0\.0\.1:8080(.*)$/m
  const replicas = (_: string, options: string) =>
    ports.map(each => `    server 127.0.0.1:${each}${options}`).join('\n')
  return `${head.replace(line, replicas)}server {${main
    .replace(/^ {4}(# From nginx 1.25|listen|ssl_|access_log).*\n/gm, '')
    .replace('    server_name portal.example.com;', `    listen 127.0.0.1:${port};`)
    // Each client of a test has its own address, which it states itself.
    .replace('    # set_real_ip_from 203.0.113.0/24;', '    set_real_ip_from 127.0.0.1;')
    .replace('    # real_ip_header X-Forwarded-For;', '    real_ip_header X-Forwarded-For;')
    // The local machine is the visitor here.
    .replace('    location ~ ^/(metrics|', '    location = /readyz { proxy_pass http://portal; }\n$&')}`
}

/** Starts nginx in front of the portals at `ports`, as a child of this process. */
export async function startNginx(folder: string, ports: number[]): Promise<{ url: string; end(): Promise<void> }> {
  if (!program) throw new Error('nginx 未安装：Debian 上执行 apt-get install nginx-light（不必启动它的服务）')
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(join(folder, 'site.conf'), localSite(port, ports))
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx-error.log warn; worker_processes 2;
${process.getuid?.() === 0 ? 'user nobody nogroup;' : ''} events { worker_connections 2048; }
http {
  log_format calls '$msec $request_time $status [$upstream_status] [$upstream_addr] [$upstream_response_time] $request';
  access_log ${folder}/nginx-access.log calls;
${temporary.map(name => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
  include ${deployed}/portal-calls.conf;
  include ${folder}/site.conf;
}`,
  )
  execFileSync(program, ['-t', '-q', '-e', 'stderr', '-c', file], { stdio: ['ignore', 'inherit', 'inherit'] })
  const args = [program, '-e', join(folder, 'nginx-error.log'), '-c', file]
  // It ends with this process, however that ends; Ctrl-C in a terminal must not reach it before the portals.
  const child = spawn('setpriv', ['--pdeathsig', 'QUIT', '--', ...args], { stdio: 'ignore', detached: true })
  const ended = new Promise(resolve => child.once('exit', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    async end() {
      child.kill('SIGQUIT')
      await ended
    },
  }
}

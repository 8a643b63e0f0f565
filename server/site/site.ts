import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import type { WebBuild } from '../web-build.ts'

// Stand-in until the site colleague's file replaces it.
export async function site(_app: FastifyInstance, _services: Services, _web: WebBuild) {}

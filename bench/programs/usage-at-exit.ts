/**
 * Preloaded into every measured process: records at exit the resources charged by the kernel. `maxRSS` is the highest
 * resident memory of the process with all its threads, which sampling from outside cannot measure reliably.
 */
import { writeFileSync } from 'node:fs'

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const noted = { cpuMs: (userCPUTime + systemCPUTime) / 1_000, peakMb: maxRSS / 1_024 }
  writeFileSync(process.env.CUADRE_BENCH_USAGE ?? '', JSON.stringify(noted))
})

/**
 * Preloaded into every measured process: notes on exit what the kernel charged it with. `maxRSS` is the highest resident
 * memory the process ever had, all its threads included, which no sampling from outside can promise.
 */
import { writeFileSync } from 'node:fs'

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const noted = { cpuMs: (userCPUTime + systemCPUTime) / 1_000, peakMb: maxRSS / 1_024 }
  writeFileSync(process.env.CUADRE_BENCH_USAGE ?? '', JSON.stringify(noted))
})

process.stdout.write('cuadre\n')

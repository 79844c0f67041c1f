module driver

go 1.19

require gatehouse v0.0.0

replace gatehouse => ../../clients/go
